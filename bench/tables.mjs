// The numbers as Markdown, for people.
import { BATCH } from "./measure.mjs";

/** The report of all measurements. */
export function toMarkdown({ node, plan, tools, requests, exchanges, streams, json }) {
  const blocks = [
    tools && [heading(node, plan, tools), oursTable(tools), peersTable(tools)].join("\n\n"),
    requests && requestsBlock(requests),
    exchanges && exchangesBlock(exchanges),
    streams && streamsBlock(streams),
    jsonBlock(json),
  ];
  return blocks.filter(Boolean).join("\n\n");
}

function heading(node, plan, { tools, bytes, source, floor }) {
  return [
    `## ${tools} ${source}, ${Math.round(bytes / 1000)} KB, from MCP to each target`,
    `Times are multiples of \`JSON.parse(JSON.stringify(tools))\` (here ${floor.toFixed(2)} ms), as processor time, the median of ` +
      `${plan.runs} runs of ${plan.rounds} turns of ${BATCH} calls, on Node ${node}. Cold: tools parsed anew for each call, by code that is compiled (100 calls of each kind before). Read: losses, ` +
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

function requestsBlock({ source, tools, messages, bytes, floor, ours, peers }) {
  const size = `${Math.round(bytes / 1000)} KB, ${tools} tools (${source}) and ${messages} messages`;
  const note =
    `Text to text, as multiples of \`JSON.stringify(JSON.parse(text))\` of the source (here ${floor.toFixed(2)} ms). ` +
    "Cold: nothing was ever seen. Warm: an agent's next turn, which says again what the turn before said, and two messages more.";
  const peerOf = ({ from, to }) => peers.find((peer) => peer.from === from && peer.to === to);
  const columns = ["from", "to", "cold", "warm", ...peerNames(peers)];
  const rows = ours.map((row) => [row.from, row.to, times(row.cold), times(row.warm), times(peerOf(row)?.cold)]);
  return `## An agent's request, ${size}\n\n${note}\n\n${table(columns, rows)}`;
}

function exchangesBlock(exchanges) {
  const note =
    "Text to text, as multiples of parsing and writing both, after 2,000 exchanges of the kind, with what a gateway keeps between them. " +
    "No two are the same: the newest message differs, or with new tools every description.";
  const rows = exchanges.map(({ client, provider, kind, value }) => [client, provider, kind, times(value)]);
  return `## A request and its response\n\n${note}\n\n${table(["client", "provider", "kind", "value"], rows)}`;
}

function streamsBlock({ frames, ours, peers }) {
  const note =
    "As multiples of splitting the source's stream into frames and `JSON.parse` of each. Each: a chunk for each frame. " +
    "Tens: a chunk for ten frames. Once: one chunk. Same: one chunk, most frames of which are equal. Calls come whole from Gemini and Ollama; there the chunks are words.";
  const translators = peers.filter(({ to }) => to !== undefined);
  const peerOf = ({ from, to }) => translators.find((peer) => peer.from === from && peer.to === to);
  const columns = ["from", "to", "each", "tens", "once", "same", ...peerNames(translators)];
  const rows = ours.map((row) => [
    row.from,
    row.to,
    times(row.each),
    times(row.tens),
    times(row.once),
    times(row.same),
    times(peerOf(row)?.each),
  ]);
  const readers = peers.filter(({ to }) => to === undefined);
  const reading = readers.map((peer) => [`${peer.package} ${peer.version}`, peer.from, peer.does, times(peer.each)]);
  const others = table(["reader", "from", "what it does", "each"], reading);
  return `## A stream of ${frames} frames, a call's arguments\n\n${note}\n\n${table(columns, rows)}\n\n${others}`;
}

function peerNames(peers) {
  return [...new Set(peers.map((peer) => `${peer.package} ${peer.version}`))];
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
