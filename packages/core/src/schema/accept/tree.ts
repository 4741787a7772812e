import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { Place } from "../../place.ts";
import { keywords, type SubschemaLayout } from "../keywords/index.ts";
import { eachSubschemaIn } from "../walk.ts";

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

/** Every keyword that holds schemas, in all drafts. */
export const SUBSCHEMAS: ReadonlyMap<string, SubschemaLayout> = new Map(
  keywords.flatMap(({ name, subschemas }) => (subschemas === undefined ? [] : [[name, subschemas] as const])),
);

/** Reads a schema into a tree; `follow` narrows the keywords whose schemas are read. */
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
// Values built in memory may share parts, so that a small object unfolds into a huge tree.
const MAX_NODES = 100_000;

class Reader implements SchemaTree {
  readonly root: SchemaNode;
  readonly nodes: SchemaNode[] = [];
  readonly booleans: SchemaNode<boolean>[] = [];
  readonly nonSchemas: NonSchema[] = [];
  cut: Place | undefined = undefined;
  private readonly follow: ReadonlyMap<string, SubschemaLayout>;

  constructor(root: SchemaNode, follow: ReadonlyMap<string, SubschemaLayout>) {
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
