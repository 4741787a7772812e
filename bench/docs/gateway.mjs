import { measured, table, times } from "./markdown.mjs";

const FLOOR = "parse and re-serialise";
const DIRECT = "the mock itself";

/** One table per pair: a row per subject, a column per kind of request, CPU time as multiples of the floor. */
export function gatewayPart(results) {
  const cold = results.cold.length === 0 ? [] : [`### The first requests\n\n${coldTable(results.cold)}`];
  const memory = results.memory.length === 0 ? [] : [`### 1,000 open streams\n\n${memoryTable(results.memory)}`];
  return [measured(results), ...cold, ...results.pairs.map(pairPart), ...memory].join("\n\n");
}

/** Requests of 2 KB to a process that was just started. */
function coldTable(pairs) {
  const rows = pairs.map(({ pair, subjects }) => {
    const [floor, gateway] = subjects;
    return [pair, ...gateway.cpu.map((cpu, phase) => times(cpu / floor.cpu[phase]))];
  });
  return table(["", "1–200", "201–2,000"], rows);
}

function pairPart({ pair, rows }) {
  const names = [...new Set(rows.flatMap(({ subjects }) => subjects.map(({ name }) => name)))];
  const shown = names.filter((name) => name !== DIRECT);
  const columns = ["", ...rows.map(({ kind }) => kind)];
  return `### ${pair}\n\n${table(
    columns,
    shown.map((name) => [name, ...rows.map((row) => ratioIn(row, name))]),
  )}`;
}

function ratioIn({ subjects }, name) {
  const cpuOf = (wanted) => subjects.find((subject) => subject.name === wanted)?.cpu;
  return times(cpuOf(name) / cpuOf(FLOOR));
}

function memoryTable(rows) {
  const cells = rows.map(({ name, empty, open }) => [name, empty.toFixed(0), open.toFixed(0)]);
  return table(["", "empty, MiB", "open, MiB"], cells);
}
