import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

/** What OpenRouter has beside Chat Completions; all else is recognised as that. */
export const detect: DialectSigns = {
  tools: [],
  request: [sign(80, hasField("models", "provider", "plugins", "transforms", "route"))],
  response: [sign(100, ({ choices }) => objectsIn(choices).some(hasField("native_finish_reason")))],
  stream: [sign(100, ({ choices }) => objectsIn(choices).some(hasField("native_finish_reason")))],
  choice: [],
  calls: [],
  results: [],
};
