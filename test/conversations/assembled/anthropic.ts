import { type JsonObject, parseJson } from "@toolglot/core";
import { listIn, objectIn } from "./values.ts";

/** The message that a stream of events adds up to: https://platform.claude.com/docs/en/build-with-claude/streaming */
export function assemble(events: readonly JsonObject[]): JsonObject {
  let message: JsonObject = {};
  const blocks: JsonObject[] = [];
  for (const event of events) {
    const index = Number(event.index ?? 0);
    if (event.type === "message_start") message = objectIn(event.message);
    if (event.type === "content_block_start") blocks[index] = objectIn(event.content_block);
    if (event.type === "content_block_delta") blocks[index] = grown(blocks[index] ?? {}, objectIn(event.delta));
    if (event.type === "message_delta") message = ended(message, event);
  }
  return { ...message, content: blocks.map(settled) };
}

/** Where the arguments of a call are gathered until it is at its end. */
const INPUT = "partial_json";

function grown(block: JsonObject, delta: JsonObject): JsonObject {
  if (delta.type === "citations_delta")
    return { ...block, citations: [...listIn(block.citations), delta.citation ?? null] };
  if (delta.type === "signature_delta") return { ...block, signature: delta.signature ?? null };
  const [field] = ["text", "thinking", "content", INPUT].filter((each) => typeof delta[each] === "string");
  return field === undefined ? block : { ...block, [field]: `${block[field] ?? ""}${delta[field]}` };
}

// Incomplete blocks stay where they are.
function settled(block: JsonObject): JsonObject {
  const { [INPUT]: text, ...rest } = block;
  if (typeof text !== "string" || text === "") return rest;
  try {
    return { ...rest, input: parseJson(text) };
  } catch {
    return block;
  }
}

// Counts are cumulative, and what an event leaves out, or has nothing for, has not changed.
function ended({ usage, ...message }: JsonObject, { delta, usage: counts, type, ...rest }: JsonObject): JsonObject {
  const reported = Object.entries(objectIn(counts)).filter(([, value]) => value !== null);
  return { ...message, ...rest, ...objectIn(delta), usage: { ...objectIn(usage), ...Object.fromEntries(reported) } };
}
