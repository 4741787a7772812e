import { convertToolResults, isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { envelope } from "../envelope.ts";
import type { ToolOutcome } from "../tool.ts";
import { type AgentCall, DIALECT, textIn } from "./message.ts";
import { refused } from "./refused.ts";

/** The `tool_result` block for an outcome. */
export function resultBlock(call: AgentCall, outcome: ToolOutcome): JsonObject {
  try {
    return block(call, outcome);
  } catch (error) {
    // A function tool may return what JSON cannot represent.
    return block(call, refused("INVALID_OUTPUT", error instanceof Error ? error.message : String(error)));
  }
}

function block({ id }: AgentCall, outcome: ToolOutcome): JsonObject {
  const result = { type: "tool_result", tool_use_id: id, content: contentOf(outcome) };
  return outcome.success ? result : { ...result, is_error: true };
}

// Content blocks of MCP servers, images included, go to the model as they are; everything else as an envelope in JSON.
function contentOf(outcome: ToolOutcome): Json {
  const shown = outcome.content === undefined ? undefined : convertedContent(outcome.content, outcome);
  return shown ?? stringifyJson(envelope(outcome), { maxDepth: MAX_DEPTH });
}

/** Tool results may nest deeper than requests. */
const MAX_DEPTH = 1000;

function convertedContent(content: readonly JsonObject[], outcome: ToolOutcome): Json | undefined {
  const result = { content: content.map(toKnownBlock), ...structuredContent(content, outcome) };
  const [message] = convertToolResults([result], { from: "mcp", to: DIALECT }).value;
  const [shown] = isObject(message) && Array.isArray(message.content) ? message.content : [];
  return isObject(shown) ? (shown.content as Json | undefined) : undefined;
}

// Structured content is sent as well, unless the text contains all of its values already.
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

// Unknown content types are sent as JSON text.
function toKnownBlock(block: JsonObject): JsonObject {
  return CONTENT_TYPES.has(String(block.type)) ? block : { type: "text", text: stringifyJson(block) };
}

/** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result */
const CONTENT_TYPES: ReadonlySet<string> = new Set(["text", "image", "audio", "resource_link", "resource"]);
