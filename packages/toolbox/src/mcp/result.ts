import { isSpecType } from "@modelcontextprotocol/server";
import { isObject, type Json, type JsonObject, type JsonSchema, stringifyJson } from "@toolglot/core";
import { envelope } from "../envelope.ts";
import type { ToolOutcome } from "../tool.ts";
import { validate } from "../validate.ts";

/** The `tools/call` result for an outcome: the tool's content if it has some, otherwise its envelope as text. */
export function resultOf(outcome: ToolOutcome, outputSchema: JsonSchema | undefined): JsonObject {
  if (!outcome.success) return { content: contentOf(outcome), isError: true };
  if (outputSchema === undefined) return { content: contentOf(outcome), ...untypedStructure(outcome) };
  const problem = validate(outcome.result, outputSchema);
  if (problem === undefined) return { content: contentOf(outcome), structuredContent: outcome.result };
  // Clients reject a result whose structured content does not match the output schema; this one says why.
  const { durationMs } = outcome;
  const error = `the tool's result does not match its output schema: ${problem}`;
  return resultOf({ success: false, code: "INVALID_OUTPUT", error, durationMs }, undefined);
}

// A server may return structured content without an output schema. With content blocks, an object result is exactly
// that.
function untypedStructure({ result, content }: ToolOutcome & { readonly success: true }): JsonObject {
  return content !== undefined && isObject(result) ? { structuredContent: result } : {};
}

function contentOf(outcome: ToolOutcome): Json {
  if (outcome.content !== undefined && outcome.content.length > 0) return outcome.content.map(knownBlock);
  return [asText(envelope(outcome))];
}

// Clients reject a result with an unknown block type; as text it is accepted.
function knownBlock(block: JsonObject): JsonObject {
  return isSpecType.ContentBlock(block) ? block : asText(block);
}

function asText(value: JsonObject): JsonObject {
  return { type: "text", text: stringifyJson(value, { maxDepth: 1000 }) };
}
