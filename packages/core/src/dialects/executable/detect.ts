import { hasField, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

/** An executable has a definition and results; there is no model to ask. */
export const detect: DialectSigns = {
  tools: [sign(30, (tool) => typeof tool.name === "string" && "parameters" in tool)],
  request: [],
  response: [],
  stream: [],
  choice: [],
  calls: [sign(5, (call) => typeof call.name === "string" && "arguments" in call)],
  results: [sign(20, hasField("tool_success"))],
};
