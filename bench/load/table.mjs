// The table of a load, for people.

const mib = (number) => number.toFixed(0);
const count = (number) => number.toLocaleString("en");

export function toMarkdown({ plan, streams, requests, limits, usage, memory, problems }, conditions) {
  const rows = [
    ["streams open at once", `${count(streams.peak)} of ${count(streams.sent)}`, `${count(streams.complete)} complete`],
    [
      "requests",
      count(requests.sent),
      `${count(requests.complete)} complete, ${count(requests.errors)} errors, ${count(requests.left)} left by clients`,
    ],
    ["tool loops", count(requests.loops), "complete"],
    ["lost", String(streams.lost.length + requests.lost.length), ""],
    ["crossed", String(streams.crossed.length + requests.crossed.length), ""],
    ["half a response taken for a whole one", String(streams.wrong.length + requests.wrong.length), ""],
    [
      "a key with 100 requests per minute",
      `${limits.rpm.admitted} of ${limits.rpm.sent} admitted`,
      `${limits.rpm.least} to ${limits.rpm.most} are right`,
    ],
    [
      "a key with 8 requests in flight",
      `${limits.concurrency.most} at most`,
      `${limits.concurrency.admitted} admitted, ${limits.concurrency.refused} refused`,
    ],
    [
      "a key that may spend $12, for responses of 5 cents that may cost a dollar",
      `${limits.budget.admitted} admitted`,
      `${limits.budget.wanted} are right, ${limits.budget.refused} refused`,
    ],
    ["money in the usage", `$${usage.countedSpent.toFixed(2)} of $${usage.spent.toFixed(2)}`, ""],
    ["requests in the usage", `${count(sum(usage.counted))} of ${count(sum(usage.sent))}`, ""],
    ["tokens in the usage", `${count(usage.countedTokens)} of ${count(usage.tokens)}`, ""],
    ...memory.map(({ name, quarters }) => [
      `memory of ${name}`,
      `${mib(Math.max(...quarters))} MiB at most`,
      `${quarters.map(mib).join(", ")} in each quarter of the requests`,
    ]),
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  const broken = conditions.filter(({ holds }) => !holds);
  return [
    `${plan.workers} workers, Redis, Node ${plan.node}; ${Math.round(requests.seconds)} s for the requests`,
    "",
    "| what | seen | |",
    "|---|---|---|",
    ...lines,
    "",
    ...(broken.length === 0 ? ["All conditions hold."] : broken.map((each) => `BROKEN: ${JSON.stringify(each)}`)),
    ...(problems.length === 0 ? [] : ["", "The gateway has said:", ...problems]),
  ].join("\n");
}

function sum(counts) {
  return Object.values(counts).reduce((total, each) => total + each, 0);
}
