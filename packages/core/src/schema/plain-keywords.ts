import { isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import { isBoolean, isCount, isNumber, isPositive, isString } from "./keywords/value-forms.ts";
import { isRegularExpression } from "./patterns/regular-expression.ts";

/**
 * Whether a keyword can be copied as it is, in a schema of any target that takes every keyword. What is known of keywords stands in
 * `keywords/`; this is the part of it that copying needs, for programs that rewrite no schemas.
 */
export function isPlainKeyword(name: string, value: Json): boolean {
  return PLAIN.get(name)?.(value) ?? true;
}

type Form = (value: Json) => boolean;

const PLAIN: ReadonlyMap<string, Form> = new Map([
  ...each("$schema description format title", isString),
  ...each("minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains", isCount),
  ...each("minimum maximum exclusiveMinimum exclusiveMaximum", isNumber),
  ...each("multipleOf", isPositive),
  ...each("uniqueItems", isBoolean),
  ...each("pattern", (value) => isString(value) && isRegularExpression(value)),
  ...each("dependentRequired", isObject),
  // These hold subschemas, or stand for other keywords.
  ...each("$dynamicRef $recursiveRef nullable contentSchema prefixItems additionalItems", never),
  ...each("patternProperties dependencies dependentSchemas unevaluatedItems unevaluatedProperties", never),
]);

function each(names: string, form: Form): readonly (readonly [string, Form])[] {
  return names.split(" ").map((name) => [name, form]);
}

function never(): boolean {
  return false;
}
