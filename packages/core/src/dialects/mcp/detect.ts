import { isArray, isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

/** MCP has tools, calls and results; there is no model to ask. */
export const detect: DialectSigns = {
  tools: [sign(100, (tool) => "inputSchema" in tool)],
  request: [],
  response: [],
  stream: [],
  choice: [],
  calls: [sign(10, ({ method }) => method === "tools/call")],
  results: [
    sign(10, hasField("structuredContent", "isError")),
    sign(90, ({ jsonrpc, error }) => jsonrpc !== undefined && isObject(error)),
    sign(90, ({ jsonrpc, result }) => jsonrpc !== undefined && isObject(result) && isResult(result)),
    // Messages have a role, and responses a type.
    sign(5, (result) => !hasField("role", "type")(result) && objectsIn(result.content).some(hasField("type"))),
  ],
};

// https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
function isResult({ content, resultType }: JsonObject): boolean {
  return isArray(content) || resultType !== undefined;
}
