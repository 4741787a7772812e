import type { Json } from "../../model/json.ts";

/** For integers, "greater than 3" is "4 or more": the inclusive keyword and value that say the same. */
export function inclusiveBound(keyword: string, value: Json): { keyword: string; value: number } | undefined {
  const bound = Number(value);
  if (!Number.isSafeInteger(Math.floor(bound)) || !Number.isSafeInteger(Math.ceil(bound))) return undefined;
  if (keyword === "exclusiveMinimum") return { keyword: "minimum", value: Math.floor(bound) + 1 };
  if (keyword === "exclusiveMaximum") return { keyword: "maximum", value: Math.ceil(bound) - 1 };
  return undefined;
}
