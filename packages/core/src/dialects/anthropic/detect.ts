import { isArray, isObject } from "../../json/value.ts";
import { contentBlocksIn, hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [
    sign(90, (tool) => "input_schema" in tool),
    // The types of server tools end with a date.
    sign(50, isServerTool),
  ],
  request: [
    sign(60, hasField("system", "stop_sequences", "anthropic_version", "output_format", "output_config")),
    sign(60, hasField("context_management", "mcp_servers", "container")),
    sign(60, ({ tools }) => objectsIn(tools).some((tool) => "input_schema" in tool || isServerTool(tool))),
    sign(60, ({ messages }) => contentBlocksIn(messages).some(isOwnBlock)),
    sign(60, ({ thinking }) => isObject(thinking) && (thinking.type === "adaptive" || "budget_tokens" in thinking)),
    // Servers of Chat Completions have taken these over, and serve the models by their names too.
    sign(15, hasField("thinking", "top_k")),
    sign(15, ({ messages }) => contentBlocksIn(messages).some(hasField("cache_control"))),
    sign(10, ({ model, max_tokens: limit }) => /^claude-/.test(String(model)) && limit !== undefined),
  ],
  response: [sign(60, ({ type, content }) => type === "message" && isArray(content)), sign(60, isError)],
  stream: [sign(60, (event) => EVENTS.has(event.type) || isError(event))],
  choice: [sign(30, ({ type }) => ["auto", "any", "none", "tool"].includes(String(type)))],
  calls: [sign(35, ({ type }) => type === "tool_use")],
  results: [sign(70, ({ type }) => type === "tool_result")],
};

/** https://docs.claude.com/en/docs/build-with-claude/streaming */
const EVENTS: ReadonlySet<Json | undefined> = new Set([
  ...["message_start", "message_delta", "message_stop", "ping"],
  ...["content_block_start", "content_block_delta", "content_block_stop"],
]);

function isError({ type, error }: JsonObject): boolean {
  return type === "error" && isObject(error);
}

function isServerTool({ type }: JsonObject): boolean {
  return typeof type === "string" && /_\d{8}$/.test(type);
}

function isOwnBlock({ type, source }: JsonObject): boolean {
  return ["tool_use", "tool_result", "thinking"].includes(String(type)) || isObject(source);
}
