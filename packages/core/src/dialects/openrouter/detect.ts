import { isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

/** What OpenRouter has beside Chat Completions; all else is recognised as that. */
export const detect: DialectSigns = {
  tools: [],
  request: [sign(80, hasField("models", "provider", "plugins", "transforms", "route"))],
  response: [sign(100, isOwn)],
  stream: [sign(100, isOwn)],
  choice: [],
  calls: [],
  results: [],
};

function isOwn({ choices, error }: JsonObject): boolean {
  if (isObject(error) && isObject(error.metadata)) return true;
  return objectsIn(choices).some(hasField("native_finish_reason"));
}
