import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { Place } from "../../place.ts";

/** One schema inside a schema, and how it hangs there. */
export interface SchemaNode<S extends JsonSchema = JsonObject> {
  readonly schema: S;
  readonly place: Place;
  readonly parent: SchemaNode | undefined;
  /** The keyword of the parent that holds it; empty at the root. */
  readonly keyword: string;
  /** Its name or index below that keyword, where the keyword does not hold it directly. */
  readonly key: string | undefined;
  readonly depth: number;
  /** Whether it is a property that its object may leave out. */
  readonly optional: boolean;
}

/** Something that is neither an object nor a boolean where a schema must stand. */
export interface NonSchema {
  readonly place: Place;
  readonly value: Json;
}

/** A schema read once: every schema in it in document order, and what could not be read. */
export interface SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: readonly SchemaNode[];
  readonly booleans: readonly SchemaNode<boolean>[];
  readonly nonSchemas: readonly NonSchema[];
  /** Where reading stopped, because nobody compiles a schema of that size. */
  readonly cut: Place | undefined;
}

/** How a keyword holds schemas: one, a list, a map by name, or (`items` in older drafts) one or a list. */
export type SubschemaKind = "schema" | "list" | "map" | "schema-or-list";

/** Every keyword that holds schemas, in all drafts. */
export const SUBSCHEMAS: ReadonlyMap<string, SubschemaKind> = new Map<string, SubschemaKind>([
  ["additionalProperties", "schema"],
  ["unevaluatedProperties", "schema"],
  ["propertyNames", "schema"],
  ["additionalItems", "schema"],
  ["unevaluatedItems", "schema"],
  ["contains", "schema"],
  ["contentSchema", "schema"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["items", "schema-or-list"],
  ["prefixItems", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["allOf", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["dependentSchemas", "map"],
  ["dependencies", "map"],
  ["$defs", "map"],
  ["definitions", "map"],
]);

/** Reads a schema into a tree; `follow` narrows the keywords whose schemas are read. */
export function readTree(
  schema: JsonObject,
  place: Place,
  follow: ReadonlyMap<string, SubschemaKind> = SUBSCHEMAS,
): SchemaTree {
  const root: SchemaNode = { schema, place, parent: undefined, keyword: "", key: undefined, depth: 0, optional: false };
  const reader = new Reader(root, follow);
  reader.read(root);
  return reader;
}

/** The names that a schema requires. */
export function requiredNames(schema: JsonObject): ReadonlySet<string> {
  const names: readonly Json[] = isArray(schema.required) ? schema.required : [];
  return new Set(names.filter((name) => typeof name === "string"));
}

const MAX_DEPTH = 256;
// Values built in memory may share parts, so that a small object unfolds into a huge tree.
const MAX_NODES = 100_000;

class Reader implements SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: SchemaNode[] = [];
  readonly booleans: SchemaNode<boolean>[] = [];
  readonly nonSchemas: NonSchema[] = [];
  cut: Place | undefined = undefined;
  private readonly follow: ReadonlyMap<string, SubschemaKind>;

  constructor(root: SchemaNode, follow: ReadonlyMap<string, SubschemaKind>) {
    this.root = root;
    this.follow = follow;
  }

  read(node: SchemaNode): void {
    if (node.depth > MAX_DEPTH || this.nodes.length >= MAX_NODES) {
      this.cut ??= node.place;
      return;
    }
    this.nodes.push(node);
    for (const keyword of Object.keys(node.schema)) {
      const holding = this.follow.get(keyword);
      if (holding !== undefined) this.readKeyword(node, keyword, holding);
    }
  }

  private readKeyword(node: SchemaNode, keyword: string, holding: SubschemaKind): void {
    const value = node.schema[keyword];
    if (value === undefined) return;
    if (holding === "schema" || (holding === "schema-or-list" && !isArray(value))) {
      this.readChild(node, { keyword, key: undefined, value });
    } else if (isArray(value) && (holding === "list" || holding === "schema-or-list")) {
      for (const [index, item] of value.entries()) this.readChild(node, { keyword, key: String(index), value: item });
    } else if (isObject(value) && holding === "map") {
      this.readMap(node, keyword, value);
    }
  }

  private readMap(node: SchemaNode, keyword: string, map: JsonObject): void {
    const required = keyword === "properties" ? requiredNames(node.schema) : undefined;
    for (const [key, value] of Object.entries(map)) {
      // In older drafts a dependency may be a list of names instead of a schema.
      if (keyword === "dependencies" && isArray(value)) continue;
      this.readChild(node, { keyword, key, value, optional: required?.has(key) === false });
    }
  }

  private readChild(parent: SchemaNode, { keyword, key, value, optional = false }: Child): void {
    const below = parent.place.at(keyword);
    const place = key === undefined ? below : below.at(key);
    const depth = parent.depth + 1;
    if (isObject(value)) this.read({ schema: value, place, parent, keyword, key, depth, optional });
    else if (typeof value !== "boolean") this.nonSchemas.push({ place, value });
    else this.booleans.push({ schema: value, place, parent, keyword, key, depth, optional });
  }
}

interface Child {
  readonly keyword: string;
  readonly key: string | undefined;
  readonly value: Json;
  readonly optional?: boolean;
}
