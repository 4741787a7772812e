// The numbers as Markdown, for people.
import { BATCH } from "./measure.mjs";

/** The report of all measurements. */
export function toMarkdown({ node, plan, tools, json }) {
  return [heading(node, plan, tools), oursTable(tools), peersTable(tools), jsonBlock(json)]
    .filter(Boolean)
    .join("\n\n");
}

function heading(node, plan, { tools, bytes, source, floor }) {
  return [
    `## ${tools} ${source}, ${Math.round(bytes / 1000)} KB, from MCP to each target`,
    `Times are multiples of \`JSON.parse(JSON.stringify(tools))\` (here ${floor.toFixed(2)} ms), as processor time, the median of ` +
      `${plan.runs} runs of ${plan.rounds} turns of ${BATCH} calls, on Node ${node}. Cold: tools parsed anew for each call. Read: losses, ` +
      "changes and one lift per tool as well. Warm: the same tools again, as an equal text, parsed anew, or the same objects.",
  ].join("\n\n");
}

function oursTable({ tools, ours }) {
  const columns = [
    "target",
    "profile",
    "accepted",
    "losses",
    "changes",
    "cold",
    "cold, read",
    "warm text",
    "warm parsed",
    "warm same",
  ];
  const rows = ours.map((row) => [
    targetOf(row),
    row.profile,
    `${row.accepted}/${tools}`,
    row.losses,
    row.changes,
    times(row.value),
    times(row.read),
    ...["text", "parsed", "same"].map((kind) => (row.warm === undefined ? "not available" : times(row.warm[kind]))),
  ]);
  return `### toolglot\n\n${table(columns, rows)}`;
}

function peersTable({ tools, ours, peers }) {
  const columns = [
    "converter",
    "target",
    "profile",
    "no throw",
    "accepted",
    "cold",
    "ours",
    "schemas",
    "reports losses",
    "reached",
  ];
  const rows = peers.map((peer) => [
    `${peer.package} ${peer.version}`,
    targetOf(peer),
    peer.profile,
    `${peer.converted}/${tools}`,
    `${peer.accepted}/${tools}`,
    times(peer.value),
    times(ours.find((row) => targetOf(row) === targetOf(peer) && row.profile === peer.profile)?.value),
    peer.schemas,
    peer.reports,
    peer.reached,
  ]);
  const note =
    "Accepted: our own `checkTools` finds no error in the result, tool by tool. Where some throw, the time is that of the others.";
  return `### others, cold\n\n${table(columns, rows)}\n\n${note}`;
}

function jsonBlock(json) {
  return json === undefined
    ? undefined
    : `## JSON, as multiples of the native functions\n\n\`\`\`\n${json.trimEnd()}\n\`\`\``;
}

function targetOf({ to, variant }) {
  return variant === undefined ? to : `${to} (${variant})`;
}

function times(ratio) {
  return ratio === undefined ? "" : `${ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2)}×`;
}

function table(columns, rows) {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
