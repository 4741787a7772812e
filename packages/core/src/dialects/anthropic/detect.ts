import { isArray, isObject } from "../../json/value.ts";
import { contentBlocksIn, hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [
    sign(90, (tool) => "input_schema" in tool),
    // The types of server tools end with a date.
    sign(50, ({ type }) => typeof type === "string" && /_\d{8}$/.test(type)),
  ],
  request: [
    sign(60, hasField("system", "stop_sequences", "thinking", "anthropic_version", "top_k")),
    sign(60, ({ tools }) => objectsIn(tools).some((tool) => "input_schema" in tool)),
    sign(60, ({ messages }) => contentBlocksIn(messages).some(isOwnBlock)),
  ],
  response: [
    sign(60, ({ type, content }) => type === "message" && isArray(content)),
    sign(60, ({ type, error }) => type === "error" && isObject(error)),
  ],
  stream: [sign(60, ({ type }) => EVENTS.has(type))],
  choice: [sign(30, ({ type }) => ["auto", "any", "none", "tool"].includes(String(type)))],
  calls: [sign(35, ({ type }) => type === "tool_use")],
  results: [sign(70, ({ type }) => type === "tool_result")],
};

/** https://docs.claude.com/en/docs/build-with-claude/streaming */
const EVENTS: ReadonlySet<Json | undefined> = new Set([
  ...["message_start", "message_delta", "message_stop", "ping"],
  ...["content_block_start", "content_block_delta", "content_block_stop"],
]);

function isOwnBlock({ type, cache_control, source }: JsonObject): boolean {
  return ["tool_use", "tool_result", "thinking"].includes(String(type)) || isObject(cache_control) || isObject(source);
}
