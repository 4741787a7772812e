import { image, measured, table, times } from "./markdown.mjs";
import { barPlot } from "./plot.mjs";

const FLOOR = "parse and re-serialise";
const DIRECT = "the mock itself";

/** One table per pair: a row per subject, a column per kind of request, CPU time as multiples of the floor. */
export function gatewayPart(results) {
  const cold = results.cold.length === 0 ? [] : [`### The first requests\n\n${coldTable(results.cold)}`];
  const memory = results.memory.length === 0 ? [] : [`### 1,000 open streams\n\n${memoryTable(results.memory)}`];
  return [measured(results), ...cold, ...results.pairs.map(pairPart), ...memory].join("\n\n");
}

/** The plots beside the tables, as `[name, SVG]`. */
export function gatewayPlots({ pairs, memory }) {
  const plots = pairs.map((measuredPair) => [plotName(measuredPair.pair), pairPlot(measuredPair)]);
  return memory.length === 0 ? plots : [...plots, [MEMORY_PLOT, memoryPlot(memory)]];
}

const MEMORY_PLOT = "performance-memory";
/** Where the bars end: what costs more is drawn as if it cost so much, with its number. */
const MOST = 3;
const MOST_MEMORY = 250;

function plotName(pair) {
  return `performance-${pair.replace(" → ", "-to-")}`;
}

function pairPlot({ pair, rows }) {
  const panels = rows.map((row) => ({
    title: row.kind,
    bars: row.subjects.filter(isShown).map((each) => bar(row, each)),
  }));
  return barPlot({ description: describe(pair), limit: MOST, panels });
}

function describe(pair) {
  return `CPU time per request, ${pair}, as a multiple of a proxy that parses and re-serialises`;
}

function isShown({ name }) {
  return name !== DIRECT;
}

function bar(row, { name }) {
  const ratio = ratioIn(row, name);
  return { name, value: ratio, label: times(ratio), role: roleOf(name) };
}

function roleOf(name) {
  if (name.startsWith("toolglot")) return "ours";
  return name === FLOOR ? "floor" : "other";
}

function memoryPlot(rows) {
  const panel = (title, value) => ({
    title,
    bars: rows.map((row) => ({
      name: row.name,
      value: value(row),
      label: value(row).toFixed(0),
      role: roleOf(row.name),
    })),
  });
  const panels = [
    panel("1,000 open streams, MiB", ({ open }) => open),
    panel("before them, MiB", ({ empty }) => empty),
  ];
  return barPlot({ description: "Memory with 1,000 open streams, and before them", limit: MOST_MEMORY, panels });
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
  const cells = shown.map((name) => [name, ...rows.map((row) => times(ratioIn(row, name)))]);
  return [`### ${pair}`, image(describe(pair), plotName(pair)), table(columns, cells)].join("\n\n");
}

function ratioIn({ subjects }, name) {
  const cpuOf = (wanted) => subjects.find((subject) => subject.name === wanted)?.cpu;
  return cpuOf(name) / cpuOf(FLOOR);
}

function memoryTable(rows) {
  const cells = rows.map(({ name, empty, open }) => [name, empty.toFixed(0), open.toFixed(0)]);
  return [image("Memory with 1,000 open streams", MEMORY_PLOT), table(["", "empty, MiB", "open, MiB"], cells)].join(
    "\n\n",
  );
}
