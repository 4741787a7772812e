import { table } from "./markdown.mjs";

/** How long commands take to start, a column for each version of Node that was measured. */
export function startPart({ date, machine, runs, starts }) {
  const nodes = [...new Set(starts.map(({ node }) => node))];
  const names = [...new Set(starts.map(({ name }) => name))];
  const cell = (name, node) => starts.find((each) => each.name === name && each.node === node)?.ms.toFixed(0) ?? "";
  const rows = names.map((name) => [name, ...nodes.map((node) => cell(name, node))]);
  return [
    `Measured on ${date} on ${machine}: the medians of ${runs} starts, in milliseconds.`,
    table(["", ...nodes.map((node) => `Node ${node.replace(/^v/, "")}`)], rows),
  ].join("\n\n");
}
