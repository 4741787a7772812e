import { isArray, isObject } from "../../json/value.ts";
import type { JsonObject } from "../../model/json.ts";
import { keywordsWhere } from "../keywords/index.ts";
import { subschemasIn } from "../walk.ts";
import type { Verdict } from "./problems.ts";
import { atRoot, eachSchema, isObjectSchema, type MessageFor, propertyNames, type Rule, typesOf } from "./rule.ts";
import { requiredNames, type SchemaNode } from "./tree.ts";

/** The root has `type: "object"`; in any case of letters if `anyCase`. */
export function rootIsObject(
  message: (type: unknown) => string,
  { anyCase = false }: { readonly anyCase?: boolean } = {},
): Rule {
  return atRoot(({ schema, place }, problems) => {
    const { type } = schema;
    const stated = anyCase && typeof type === "string" ? type.toLowerCase() : type;
    if (stated === "object") return;
    problems.error(type === undefined ? place : place.at("type"), "root-not-object", message(type));
  });
}

/** The root has none of these keywords. */
export function rootWithout(refused: readonly string[], message: MessageFor): Rule {
  return atRoot(({ schema, place }, problems) => {
    for (const keyword of refused) {
      if (Object.hasOwn(schema, keyword)) problems.error(place.at(keyword), "root-combinator", message(keyword));
    }
  });
}

/** The root has `properties`, even if empty. */
export function rootHasProperties(verdict: Verdict): Rule {
  return atRoot(({ schema, place }, problems) => {
    if (schema.properties === undefined || schema.properties === null) problems.add(place, verdict);
  });
}

/** Every object has `additionalProperties: false`. */
export function closedObjects(message: string): Rule {
  return eachSchema(({ schema, place }, problems) => {
    if (!isObjectSchema(schema) || schema.additionalProperties === false) return;
    const stated = Object.hasOwn(schema, "additionalProperties");
    problems.error(stated ? place.at("additionalProperties") : place, "open-object", message);
  });
}

/** Every property is required. */
export function allRequired(message: MessageFor): Rule {
  return eachSchema(({ schema, place }, problems) => {
    const required = requiredNames(schema);
    for (const name of propertyNames(schema)) {
      if (!required.has(name)) problems.error(place.at("properties").at(name), "optional-property", message(name));
    }
  });
}

/** Every required property is declared. */
export function requiredDeclared(
  verdict: (name: string, index: number) => Verdict,
  { around = false }: { readonly around?: boolean } = {},
): Rule {
  return (tree, problems) => {
    const known: DeclaredNames = new Map();
    for (const node of tree.nodes) {
      const { schema, place } = node;
      if (!isArray(schema.required)) continue;
      const declared = around ? declaredNames(node, known) : new Set(propertyNames(schema));
      for (const [index, name] of schema.required.entries()) {
        if (typeof name !== "string" || declared.has(name)) continue;
        problems.add(place.at("required").at(index), verdict(name, index));
      }
    }
  };
}

/** The declared names found so far, by the outermost schema of the same object. */
type DeclaredNames = Map<SchemaNode, ReadonlySet<string>>;

// A branch of `anyOf`, `allOf` and the like describes the same object as the schema around it, so that each may declare
// names for the other.
function declaredNames(node: SchemaNode, known: DeclaredNames): ReadonlySet<string> {
  let outermost = node;
  while (outermost.parent !== undefined && IN_PLACE.has(outermost.keyword)) outermost = outermost.parent;
  const found = known.get(outermost);
  if (found !== undefined) return found;
  const names = new Set<string>();
  collectDeclared(outermost.schema, names, 0);
  known.set(outermost, names);
  return names;
}

function collectDeclared(schema: JsonObject, names: Set<string>, depth: number): void {
  for (const name of propertyNames(schema)) names.add(name);
  for (const keyword of IN_PLACE) {
    const value = schema[keyword];
    if (value === undefined || depth >= MAX_DEPTH) continue;
    for (const { schema: branch } of subschemasIn(keyword, value))
      if (isObject(branch)) collectDeclared(branch, names, depth + 1);
  }
}

const MAX_DEPTH = 16;

/** The keywords whose subschemas describe the same object as the schema around them. */
const IN_PLACE = keywordsWhere(({ inPlace }) => inPlace !== undefined);

/** Property names match the target's pattern. */
export function propertyKeys(pattern: RegExp, message: MessageFor): Rule {
  return eachSchema(({ schema, place }, problems) => {
    for (const name of propertyNames(schema)) {
      if (!pattern.test(name)) problems.error(place.at("properties").at(name), "property-name", message(name));
    }
  });
}

/** Every array has `items`. */
export function arraysHaveItems(verdict: Verdict): Rule {
  return eachSchema(({ schema, place }, problems) => {
    if (typesOf(schema).includes("array") && !Object.hasOwn(schema, "items")) problems.add(place, verdict);
  });
}
