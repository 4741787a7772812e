import { isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

/** What OpenRouter has beside Chat Completions; all else is recognised as that. */
export const detect: DialectSigns = {
  // Beside hosted tools of its own.
  tools: [sign(20, ({ function: definition }) => isObject(definition) && !("arguments" in definition))],
  request: [
    sign(80, hasField("models", "provider", "plugins", "transforms", "route")),
    // Servers of Chat Completions may have them as well.
    sign(20, hasField("min_p", "top_a", "repetition_penalty")),
  ],
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
