import { isObject } from "../../json/value.ts";
import { hasField, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

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
  ],
};
