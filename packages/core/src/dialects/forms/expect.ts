import { isObject, kindOf } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";

/** The value as an object, or a refusal that says what was expected. */
export function expectObject(value: Json, expected: string, report: Report): JsonObject {
  return isObject(value) ? value : report.fail("wrong-type", `expected ${expected}, got ${naming(value)}`);
}

/** The name that a form has read, or a refusal. */
export function expectName(name: Json | undefined, expected: string, report: Report): string {
  if (typeof name === "string" && name !== "") return name;
  return report.fail("missing-name", `expected ${expected} with a name`);
}

/** A kind of value with its article. */
export function naming(value: Json): string {
  const kind = kindOf(value);
  if (kind === "null") return kind;
  return kind === "array" || kind === "object" ? `an ${kind}` : `a ${kind}`;
}
