import { measured, table, times } from "./markdown.mjs";

/** Tools, requests and streams, by us and by the others that were installed. */
export function libraryPart(results) {
  return [
    measured(results),
    toolsPart(results.tools),
    requestsPart(results.requests),
    exchangesPart(results.exchanges),
    streamsPart(results.streams),
  ].join("\n\n");
}

function toolsPart({ tools, bytes, ours }) {
  const rows = ours.map(({ to, variant, profile, value, warm }) => [
    variant === undefined ? to : `${to} (${variant})`,
    profile,
    times(value),
    times(warm?.parsed),
  ]);
  const about = `${tools} tools, ${Math.round(bytes / 1000)} KB, as multiples of copying them through JSON, by code that is compiled.`;
  return `### Tools\n\n${about}\n\n${table(["target", "profile", "new", "known"], rows)}`;
}

function requestsPart({ bytes, ours }) {
  const rows = ours.map(({ from, to, cold, warm }) => [`${from} → ${to}`, times(cold), times(warm)]);
  const about = `${Math.round(bytes / 1000)} KB, text to text, as multiples of parsing and writing it.`;
  return `### An agent's request\n\n${about}\n\n${table(["", "new", "next turn"], rows)}`;
}

function exchangesPart(exchanges) {
  const kinds = [...new Set(exchanges.map(({ kind }) => kind))];
  const pairs = [...new Set(exchanges.map(({ client, provider }) => `${client} → ${provider}`))];
  const measuredIn = (pair, kind) =>
    exchanges.find((row) => `${row.client} → ${row.provider}` === pair && row.kind === kind)?.value;
  const rows = pairs.map((pair) => [pair, ...kinds.map((kind) => times(measuredIn(pair, kind)))]);
  const about = "Text to text, as multiples of parsing and writing both, with what a gateway keeps between requests.";
  return `### A request and its response\n\n${about}\n\n${table(["", ...kinds], rows)}`;
}

function streamsPart({ frames, ours }) {
  const rows = ours.map(({ from, to, each, once }) => [`${from} → ${to}`, times(each), times(once)]);
  const about = `${frames} frames, as multiples of splitting and parsing them.`;
  return `### A stream\n\n${about}\n\n${table(["", "a chunk each", "in one chunk"], rows)}`;
}
