import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { Place } from "../../place.ts";
import { keywords, type SubschemaLayout } from "../keywords/index.ts";
import { eachSubschemaIn } from "../walk.ts";

/** A subschema and its position. */
export interface SchemaNode<S extends JsonSchema = JsonObject> {
  readonly schema: S;
  readonly place: Place;
  readonly parent: SchemaNode | undefined;
  /** The keyword of the parent that holds it; empty at the root. */
  readonly keyword: string;
  /** Its name or index below that keyword, if it has one. */
  readonly key: string | undefined;
  readonly depth: number;
  /** Whether it is an optional property. */
  readonly optional: boolean;
}

/** A value that is neither an object nor a boolean in the place of a schema. */
export interface NonSchema {
  readonly place: Place;
  readonly value: Json;
}

/** A parsed schema: all of its subschemas in document order, and what could not be read. */
export interface SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: readonly SchemaNode[];
  readonly booleans: readonly SchemaNode<boolean>[];
  readonly nonSchemas: readonly NonSchema[];
  /** Where reading stopped, because no provider compiles a schema of this size. */
  readonly truncatedAt: Place | undefined;
}

/** Every keyword that holds subschemas, in all drafts. */
export const SUBSCHEMAS: ReadonlyMap<string, SubschemaLayout> = new Map(
  keywords.flatMap(({ name, subschemas }) => (subschemas === undefined ? [] : [[name, subschemas] as const])),
);

/** Parses a schema into a tree; `follow` limits the keywords whose subschemas are read. */
export function readTree(
  schema: JsonObject,
  place: Place,
  follow: ReadonlyMap<string, SubschemaLayout> = SUBSCHEMAS,
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
// Objects built in memory may share parts, so that a small object can expand to a huge tree.
const MAX_NODES = 100_000;

class Reader implements SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: SchemaNode[] = [];
  readonly booleans: SchemaNode<boolean>[] = [];
  readonly nonSchemas: NonSchema[] = [];
  truncatedAt: Place | undefined = undefined;
  private readonly follow: ReadonlyMap<string, SubschemaLayout>;

  constructor(root: SchemaNode, follow: ReadonlyMap<string, SubschemaLayout>) {
    this.root = root;
    this.follow = follow;
  }

  read(node: SchemaNode): void {
    if (node.depth > MAX_DEPTH || this.nodes.length >= MAX_NODES) {
      this.truncatedAt ??= node.place;
      return;
    }
    this.nodes.push(node);
    for (const keyword of Object.keys(node.schema)) {
      const layout = this.follow.get(keyword);
      if (layout !== undefined) this.readKeyword(node, keyword, layout);
    }
  }

  private readKeyword(node: SchemaNode, keyword: string, layout: SubschemaLayout): void {
    const held = node.schema[keyword];
    if (held === undefined) return;
    const required = keyword === "properties" ? requiredNames(node.schema) : undefined;
    eachSubschemaIn(layout, held, (value, key) => {
      const name = key === undefined ? undefined : String(key);
      this.readChild(node, { keyword, key: name, value, optional: required?.has(name ?? "") === false });
    });
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
