import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { FunctionFields } from "../model/tool.ts";
import { type Place, parsePointer } from "../place.ts";
import { keywordOf } from "./keywords/index.ts";
import { type Types, typesOfSchema } from "./types.ts";
import { eachSubschema, mapSubschemas } from "./walk.ts";

/** A schema, or a part of one, with its place in the caller's document. */
export interface SchemaPart {
  readonly schema: JsonObject;
  readonly place: Place;
}

/**
 * A node of the schema that is written: schemas that all describe the same value, such as a schema, what its `allOf` lists and what it
 * refers to. Losses and changes that none of them causes alone are reported at `place`.
 */
export interface SchemaConjunction {
  readonly parts: readonly SchemaPart[];
  readonly place: Place;
}

/** The schema that a reference resolves to. */
export interface ReferenceTarget {
  readonly schema: Json;
  readonly place: Place;
}

/** One tool's schema as the caller gave it: resolves its references, and knows its draft. */
export class Source {
  readonly root: JsonObject;
  readonly place: Place;
  private isOld: boolean | undefined;
  private names: Map<string, ReferenceTarget> | undefined;
  private targets: Map<string, ReferenceTarget> | undefined;
  private knownTypes: Map<Json, Types> | undefined;

  constructor(root: JsonObject, place: Place) {
    this.root = root;
    this.place = place;
    this.isOld = undefined;
  }

  /** In draft-07 and before, a `$ref` hides its siblings. */
  get refHidesSiblings(): boolean {
    const { $schema } = this.root;
    this.isOld ??= typeof $schema === "string" && /draft-0[3467]/.test($schema);
    return this.isOld;
  }

  /** The schema that a reference resolves to; `undefined` if it is missing or in another document. */
  resolve(ref: string): ReferenceTarget | undefined {
    if (ref === "#") return { schema: this.root, place: this.place };
    if (ref.startsWith("#/")) return this.resolveOnce(ref);
    return this.named().get(ref) ?? this.named().get(fileName(ref));
  }

  /** Whether any schema in this document refers to the whole document. */
  refersToRoot(): boolean {
    return hasRootRef(this.root, 0);
  }

  /** Follows references that have no constraints beside them; other schemas stay as they are. */
  follow(schema: Json): Json {
    let next = schema;
    for (let hops = 0; hops < MAX_HOPS && isObject(next) && typeof next.$ref === "string"; hops++) {
      if (Object.keys(next).some((keyword) => keyword !== "$ref" && !isAnnotation(keyword))) return next;
      next = this.resolve(next.$ref)?.schema ?? true;
    }
    return next;
  }

  /** The types of the values of a schema, following the references at its top. */
  types(schema: Json, hops = 0): Types {
    const known = this.knownTypes?.get(schema);
    if (known !== undefined) return known;
    let types = typesOfSchema(schema);
    if (isObject(schema) && typeof schema.$ref === "string" && hops < MAX_HOPS)
      types &= this.types(this.resolve(schema.$ref)?.schema ?? true, hops + 1);
    this.knownTypes ??= new Map();
    this.knownTypes.set(schema, types);
    return types;
  }

  // Several references often have the same target.
  private resolveOnce(ref: string): ReferenceTarget | undefined {
    const known = this.targets?.get(ref);
    if (known !== undefined) return known;
    const target = this.resolvePointer(ref.slice(1));
    this.targets ??= new Map();
    if (target !== undefined) this.targets.set(ref, target);
    return target;
  }

  private resolvePointer(pointer: string): ReferenceTarget | undefined {
    let schema: Json | undefined = this.root;
    let place = this.place;
    for (const key of parsePointer(decode(pointer))) {
      if (isArray(schema)) schema = schema[Number(key)];
      else schema = isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (schema === undefined) return undefined;
      place = place.at(key);
    }
    return { schema, place };
  }

  // Anchors and ids are rare, so the document is only searched for them when a reference needs one.
  private named(): Map<string, ReferenceTarget> {
    if (this.names === undefined) {
      this.names = new Map();
      collectNames(this.root, this.place, this.names);
    }
    return this.names;
  }
}

function collectNames(schema: Json, place: Place, names: Map<string, ReferenceTarget>, depth = 0): void {
  if (!isObject(schema) || depth > MAX_DEPTH) return;
  for (const keyword of ["$anchor", "$dynamicAnchor"]) {
    const anchor = schema[keyword];
    if (typeof anchor === "string") names.set(`#${anchor}`, { schema, place });
  }
  const id = schema.$id ?? schema.id;
  if (typeof id === "string") for (const name of [id, fileName(id)]) names.set(name, { schema, place });
  for (const keyword of Object.keys(schema)) {
    mapSubschemas(keyword, schema[keyword] ?? null, place.at(keyword), (child, at) => {
      collectNames(child, at, names, depth + 1);
      return child;
    });
  }
}

// Inside one document, a relative reference may name a schema by the last segment of its id.
function fileName(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function hasRootRef(schema: Json, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  if (schema.$ref === "#") return true;
  let found = false;
  eachSubschema(schema, (child) => {
    found ||= hasRootRef(child, depth + 1);
  });
  return found;
}

const MAX_DEPTH = 256;
const MAX_HOPS = 32;

function decode(pointer: string): string {
  if (!pointer.includes("%")) return pointer;
  try {
    return decodeURIComponent(pointer);
  } catch {
    // A stray percent sign is part of the name.
    return pointer;
  }
}

/** A function's schema as an object: `true` accepts everything, `false` nothing. */
export function inputSchemaOf({ inputSchema }: FunctionFields): JsonObject {
  if (isObject(inputSchema)) return inputSchema;
  return inputSchema === true ? {} : { not: {} };
}

/** Whether a reference stays valid when the schemas around it move: it names a definition at the root. */
export function isDefinitionReference(ref: string): boolean {
  const [container, name, ...deeper] = parsePointer(ref.startsWith("#/") ? ref.slice(1) : "");
  return (container === "$defs" || container === "definitions") && name !== undefined && deeper.length === 0;
}

/** Whether a keyword restricts no values. */
export function isAnnotation(keyword: string): boolean {
  const { role } = keywordOf(keyword);
  return role === "annotation" || role === "definition";
}
