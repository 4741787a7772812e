import { convertToolResults, isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { envelope } from "../envelope.ts";
import type { ToolOutcome } from "../tool.ts";
import { type AgentCall, DIALECT, textIn } from "./message.ts";
import { refused } from "./refused.ts";

/** What came of a call, as the block that answers it. */
export function resultBlock(call: AgentCall, outcome: ToolOutcome): JsonObject {
  try {
    return block(call, outcome);
  } catch (error) {
    // A tool in this process may give what no JSON can say.
    return block(call, refused("INVALID_OUTPUT", error instanceof Error ? error.message : String(error)));
  }
}

function block({ id }: AgentCall, outcome: ToolOutcome): JsonObject {
  const result = { type: "tool_result", tool_use_id: id, content: contentOf(outcome) };
  return outcome.success ? result : { ...result, is_error: true };
}

// What a server shows, the model sees as it is, pictures too; all else comes in the envelope.
function contentOf(outcome: ToolOutcome): Json {
  const shown = outcome.content === undefined ? undefined : convertedContent(outcome.content, outcome);
  return shown ?? stringifyJson(envelope(outcome), { maxDepth: MAX_DEPTH });
}

/** Tools may nest deeper than a request may. */
const MAX_DEPTH = 1000;

function convertedContent(content: readonly JsonObject[], outcome: ToolOutcome): Json | undefined {
  const result = { content: content.map(toKnownBlock), ...structuredContent(content, outcome) };
  const [message] = convertToolResults([result], { from: "mcp", to: DIALECT }).value;
  const [shown] = isObject(message) && Array.isArray(message.content) ? message.content : [];
  return isObject(shown) ? shown.content : undefined;
}

// Data that stands beside the content is said as well, unless it is the same words once more, as with whole files.
function structuredContent(
  content: readonly JsonObject[],
  outcome: ToolOutcome,
): { readonly structuredContent?: JsonObject } {
  if (!outcome.success || !isObject(outcome.result)) return {};
  return isRepeatedInText(outcome.result, textIn(content)) ? {} : { structuredContent: outcome.result };
}

function isRepeatedInText(data: Json, words: string): boolean {
  if (typeof data === "string") return words.includes(data);
  return (
    typeof data === "object" &&
    data !== null &&
    Object.values(data).every((each: Json) => isRepeatedInText(each, words))
  );
}

// A kind of content that is not known here still says something to a model.
function toKnownBlock(block: JsonObject): JsonObject {
  return CONTENT_TYPES.has(String(block.type)) ? block : { type: "text", text: stringifyJson(block) };
}

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result */
const CONTENT_TYPES: ReadonlySet<string> = new Set(["text", "image", "audio", "resource_link", "resource"]);
