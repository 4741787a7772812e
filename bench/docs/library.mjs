import { measured, table, times } from "./markdown.mjs";

/** Tools, requests and streams, by us and by the others that were installed. */
export function libraryPart(results) {
  return [
    measured(results),
    toolsPart(results.tools),
    requestsPart(results.requests),
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
  const about = `${tools} tools, ${Math.round(bytes / 1000)} KB, as multiples of copying them through JSON.`;
  return `### Tools\n\n${about}\n\n${table(["target", "profile", "new", "known"], rows)}`;
}

function requestsPart({ bytes, ours }) {
  const rows = ours.map(({ from, to, cold, warm }) => [`${from} → ${to}`, times(cold), times(warm)]);
  const about = `${Math.round(bytes / 1000)} KB, text to text, as multiples of parsing and writing it.`;
  return `### An agent's request\n\n${about}\n\n${table(["", "new", "next turn"], rows)}`;
}

function streamsPart({ frames, ours }) {
  const rows = ours.map(({ from, to, each, once }) => [`${from} → ${to}`, times(each), times(once)]);
  const about = `${frames} frames, as multiples of splitting and parsing them.`;
  return `### A stream\n\n${about}\n\n${table(["", "a chunk each", "in one chunk"], rows)}`;
}
