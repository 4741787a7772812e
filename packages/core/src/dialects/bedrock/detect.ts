import { isObject } from "../../json/value.ts";
import { contentBlocksIn, hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [sign(100, (tool) => isObject(tool.toolSpec)), sign(60, hasField("systemTool"))],
  request: [
    sign(100, hasField("toolConfig", "inferenceConfig", "modelId", "additionalModelRequestFields")),
    sign(100, hasField("guardrailConfig", "outputConfig", "performanceConfig", "requestMetadata")),
    sign(70, ({ messages, system }) => [...contentBlocksIn(messages), ...objectsIn(system)].some(isOwnBlock)),
  ],
  response: [
    sign(80, ({ output }) => isObject(output) && isObject(output.message)),
    sign(80, hasField("__type")),
    // The name of an error is in a header.
    sign(15, (body) => ["message", "Message"].includes(Object.keys(body).join())),
  ],
  stream: [
    sign(90, hasField("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop")),
    sign(90, (event) => /^[a-z]\w+Exception$/.test(Object.keys(event).join())),
  ],
  choice: [sign(60, (choice) => ["auto", "any", "tool"].some((mode) => isObject(choice[mode])))],
  calls: [sign(60, hasField("toolUse"))],
  results: [sign(70, hasField("toolResult"))],
};

// The key of a block is its type, and a text has no other key.
function isOwnBlock(block: JsonObject): boolean {
  if (["toolUse", "toolResult", "reasoningContent", "cachePoint"].some((key) => isObject(block[key]))) return true;
  return typeof block.text === "string" && Object.keys(block).length === 1;
}
