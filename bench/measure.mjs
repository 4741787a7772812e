// Times are ratios: the subject and the baseline alternate, and the CPU time of each is measured, garbage collection
// included, so that a busy machine changes little.

/** How much is timed: `runs` ratios of medians over `rounds` turns each, after `warmup` turns that do not count. */
export const THOROUGH = { runs: 5, rounds: 11, warmup: 12 };
export const QUICK = { runs: 3, rounds: 5, warmup: 6 };

/** How often a subject is called in one turn. */
export const BATCH = 4;

/** How long a subject takes, as a multiple of the baseline; `prepare` makes the input of one call and is not timed. */
export async function multipleOf(floor, subject, plan) {
  await ratio(floor, subject, plan.warmup);
  const ratios = [];
  for (let run = 0; run < plan.runs; run++) ratios.push(await ratio(floor, subject, plan.rounds));
  return median(ratios);
}

/** A subject's own time in milliseconds, as a rough figure. */
export async function milliseconds(subject, { rounds }) {
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(await time(subject));
  return median(times) / 1000;
}

async function ratio(floor, subject, rounds) {
  const times = { floor: [], subject: [] };
  for (let round = 0; round < rounds; round++) {
    times.floor.push(await time(floor));
    times.subject.push(await time(subject));
  }
  return median(times.subject) / median(times.floor);
}

async function time({ prepare, run }) {
  const inputs = Array.from({ length: BATCH }, prepare);
  const start = process.cpuUsage();
  for (const input of inputs) {
    const result = run(input);
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / BATCH;
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}
