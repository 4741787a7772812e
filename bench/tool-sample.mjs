// The 100 tools that everything here is measured on.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { syntheticTool } from "./synthetic-tools.mjs";

const CORPUS = fileURLToPath(new URL("../../shared/corpus/tools.dev.jsonl", import.meta.url));
const COUNT = 100;
// A few very large tools would otherwise be half of the bytes.
const LONGEST = 8_000;

/**
 * 100 tools in MCP form as JSON text, the same ones every time, and where they are from.
 */
export function sampleTools() {
  const real = existsSync(CORPUS);
  if (!real)
    console.error(`\n*** ${CORPUS} is absent: synthetic tools instead; no number below is about real tools ***\n`);
  const tools = real ? chosen() : Array.from({ length: COUNT }, (_, index) => syntheticTool(index));
  return { text: JSON.stringify(tools), source: real ? "real tools of as many MCP servers" : "MADE-UP tools" };
}

// One tool of each server, servers in the order of a hash, and of each server the tool whose id, a hash too, is least.
function chosen() {
  const servers = new Map();
  for (const each of candidates()) servers.set(each.group, [...(servers.get(each.group) ?? []), each]);
  const ordered = [...servers.values()].toSorted(by(([{ group }]) => hash(group)));
  const names = new Set();
  const tools = ordered.flatMap((server) => {
    const first = server.toSorted(by(({ id }) => id)).find(({ tool }) => !names.has(tool.name));
    if (first !== undefined) names.add(first.tool.name);
    return first === undefined ? [] : [first.tool];
  });
  return tools.slice(0, COUNT);
}

function candidates() {
  const entries = readFileSync(CORPUS, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return entries.filter(({ set, tool }) => {
    return set === "npm-live" && tool.inputSchema?.type === "object" && JSON.stringify(tool).length <= LONGEST;
  });
}

function by(key) {
  return (one, other) => (key(one) < key(other) ? -1 : 1);
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex");
}
