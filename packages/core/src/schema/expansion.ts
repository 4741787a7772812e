import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { Place } from "../place.ts";
import { Source } from "./source.ts";

/**
 * The least number of subschemas that inlining the references of a schema visits: of properties and items that are certainly
 * lowered. Takes work in proportion to the schema, however often its definitions refer to each other.
 */
export function leastExpansion(root: JsonObject): number {
  return new Expansion(root).count(root, 0);
}

/** Deeper schemas are refused when they are lowered. */
const MAX_DEPTH = 64;

class Expansion {
  private readonly source: Source;
  /** The counts so far; 0 while a schema is being counted, so that recursion ends. */
  private readonly known = new Map<Json, number>();

  constructor(root: JsonObject) {
    this.source = new Source(root, Place.root);
  }

  count(schema: Json, depth: number): number {
    if (!isObject(schema) || depth > MAX_DEPTH) return 0;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    this.known.set(schema, 0);
    const count = 1 + this.countBelow(schema, depth + 1);
    this.known.set(schema, count);
    return count;
  }

  private countBelow(schema: JsonObject, depth: number): number {
    if (isPlainReference(schema)) return this.count(this.source.resolve(String(schema.$ref))?.schema ?? null, depth);
    if (RESTRICTING.some((keyword) => schema[keyword] !== undefined)) return 0;
    if (schema.type === "array") return isArray(schema.items) ? 0 : this.count(schema.items ?? null, depth);
    if (schema.type !== "object" || !isObject(schema.properties)) return 0;
    let count = 0;
    for (const name in schema.properties) count += this.count(schema.properties[name] as Json, depth);
    return count;
  }
}

/** With these, some subschemas may not be lowered at all. */
const RESTRICTING = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "prefixItems"] as const;

function isPlainReference(schema: JsonObject): boolean {
  return typeof schema.$ref === "string" && Object.keys(schema).length === 1;
}
