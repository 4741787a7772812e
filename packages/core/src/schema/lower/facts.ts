import { ALL, ARRAY, NUMBER, OBJECT, STRING, type Types } from "../types.ts";

/** What is known of a keyword, whatever the target. */
export interface Facts {
  /** The types that it says something of. */
  readonly types: Types;
  /**
   * What it is about: the value; what references lead to, so that it goes where they go; the value as a whole, in a
   * condition that has no meaning left once the schema around it was rewritten; or nothing that a model could use.
   */
  readonly about: "value" | "references" | "whole" | "nothing";
}

/** What is known of a keyword; one that is not known may say something of any value. */
export function factsOf(keyword: string): Facts {
  return FACTS.get(keyword) ?? UNKNOWN;
}

const UNKNOWN: Facts = { types: ALL, about: "value" };

// One table, because all of it is asked of every keyword that is not copied.
const FACTS: ReadonlyMap<string, Facts> = new Map([
  ...all(STRING, "value", ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]),
  ...all(NUMBER, "value", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
  ...all(ARRAY, "value", ["minItems", "maxItems", "uniqueItems", "items", "prefixItems", "additionalItems"]),
  ...all(ARRAY, "whole", ["contains", "minContains", "maxContains", "unevaluatedItems"]),
  ...all(OBJECT, "value", ["properties", "required", "additionalProperties", "patternProperties"]),
  ...all(OBJECT, "value", ["minProperties", "maxProperties"]),
  ...all(OBJECT, "whole", ["propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties"]),
  ...all(ALL, "whole", ["not", "if", "then", "else", "dependencies", "contentSchema", "$dynamicRef", "$recursiveRef"]),
  ...all(ALL, "references", ["$defs", "definitions", "$anchor", "$dynamicAnchor"]),
  ...all(ALL, "nothing", ["$schema", "$id", "id", "$comment", "$vocabulary", "title", "readOnly", "writeOnly"]),
  ...all(ALL, "nothing", ["deprecated", "propertyOrdering", "nullable"]),
]);

function all(types: Types, about: Facts["about"], keywords: readonly string[]): [string, Facts][] {
  const facts = { types, about };
  return keywords.map((keyword) => [keyword, facts]);
}
