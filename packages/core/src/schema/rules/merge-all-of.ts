import { equalJson } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";

/** One keyword's value that means what two values of it mean together; `undefined` where no single value does. */
export function mergeKeyword(keyword: string, first: Json, second: Json): Json | undefined {
  if (equalJson(first, second)) return first;
  const bound = BOUNDS.get(keyword);
  if (bound !== undefined) return bound(Number(first), Number(second)) === Number(first) ? first : second;
  if (keyword === "uniqueItems") return first === true || second === true;
  if (keyword === "multipleOf") return mergeMultiples(first, second);
  if (keyword === "description") return mergeTexts(String(first), String(second));
  return undefined;
}

function mergeMultiples(first: Json, second: Json): Json | undefined {
  if (Number(first) % Number(second) === 0) return first;
  return Number(second) % Number(first) === 0 ? second : undefined;
}

function mergeTexts(first: string, second: string): string {
  if (first.includes(second)) return first;
  if (second.includes(first)) return second;
  return /[.!?:;]\s*$/.test(first) || second.startsWith("(") ? `${first} ${second}` : `${first}. ${second}`;
}

type Choose = (first: number, second: number) => number;

const BOUNDS: ReadonlyMap<string, Choose> = new Map<string, Choose>([
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"].map(
    (word): [string, Choose] => [word, Math.max],
  ),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"].map(
    (word): [string, Choose] => [word, Math.min],
  ),
]);
