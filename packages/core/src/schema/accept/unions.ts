import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Verdict } from "./problems.ts";
import { eachSchema, type Rule } from "./rule.ts";

/** The objects in an `anyOf` begin with different properties, or with one whose constant differs. */
export function firstKeysDiffer(verdict: Verdict): Rule {
  return eachSchema(({ schema, place }, problems) => {
    const seen = new Set<string>();
    for (const [index, branch] of (isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
      const key = firstKey(branch);
      if (key === undefined) continue;
      if (seen.has(key)) problems.add(place.at("anyOf").at(index), verdict);
      seen.add(key);
    }
  });
}

function firstKey(branch: Json): string | undefined {
  if (!isObject(branch) || !isObject(branch.properties)) return undefined;
  const [first] = Object.entries(branch.properties);
  return first && `${first[0]} ${isObject(first[1]) ? constantOf(first[1]) : ""}`;
}

function constantOf(schema: JsonObject): string {
  const [only, ...more] = isArray(schema.enum) ? schema.enum : [schema.const];
  return more.length === 0 && (typeof only === "string" || typeof only === "number") ? String(only) : "";
}
