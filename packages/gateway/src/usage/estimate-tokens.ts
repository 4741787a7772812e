import type { Json } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";

export const CHARACTERS_PER_TOKEN = 4;

/** Estimates the tokens of a request: four characters are one token, and an image is 1500. */
export function estimateTokens(request: Json): number {
  let characters = 0;
  let media = 0;
  const walk = (value: Json): void => {
    if (typeof value === "string") {
      if (isMedia(value)) media++;
      else characters += value.length;
    } else if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        walk(item);
      }
    else characters += 2;
  };
  walk(request);
  return Math.max(1, Math.ceil(characters / CHARACTERS_PER_TOKEN) + media * 1500);
}

// A data URL, or a long text in Base64.
function isMedia(text: string): boolean {
  return text.length > 4096 && /^(?:data:|[A-Za-z0-9+/]{512})/.test(text);
}
