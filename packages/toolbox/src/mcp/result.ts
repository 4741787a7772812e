import { isSpecType } from "@modelcontextprotocol/server";
import { isObject, type Json, type JsonObject, type JsonSchema, stringifyJson } from "@toolglot/core";
import { envelope } from "../envelope.ts";
import type { ToolOutcome } from "../tool.ts";
import { validate } from "../validate.ts";

/** An outcome as the result of a `tools/call`: the content of a tool that has some, else its envelope as text. */
export function resultOf(outcome: ToolOutcome, outputSchema: JsonSchema | undefined): JsonObject {
  if (!outcome.success) return { content: contentOf(outcome), isError: true };
  if (outputSchema === undefined) return { content: contentOf(outcome), ...untypedStructure(outcome) };
  const problem = validate(outcome.result, outputSchema);
  if (problem === undefined) return { content: contentOf(outcome), structuredContent: outcome.result };
  // Clients refuse a whole answer whose structure is not the promised one; this one says why.
  const { durationMs } = outcome;
  const error = `the tool's result is not what its own schema promises: ${problem}`;
  return resultOf({ success: false, code: "INVALID_OUTPUT", error, durationMs }, undefined);
}

// A server may give structure that it has not promised; beside content, an object is nothing else.
function untypedStructure({ result, content }: ToolOutcome & { readonly success: true }): JsonObject {
  return content !== undefined && isObject(result) ? { structuredContent: result } : {};
}

function contentOf(outcome: ToolOutcome): Json {
  if (outcome.content !== undefined && outcome.content.length > 0) return outcome.content.map(knownBlock);
  return [asText(envelope(outcome))];
}

// Clients refuse a whole answer for one block that they do not know; as text it is still there.
function knownBlock(block: JsonObject): JsonObject {
  return isSpecType.ContentBlock(block) ? block : asText(block);
}

function asText(value: JsonObject): JsonObject {
  return { type: "text", text: stringifyJson(value, { maxDepth: 1000 }) };
}
