// The fast path `templates`: comparing a body with the shapes of the last ones, which takes a fraction of the time that
// computing the key of its shape takes.

import { freeze, isConstant } from "../../json/constant.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { hasSigns, signsOf } from "./count-signs.ts";
import { freeClass, plainArguments } from "./free-classes.ts";
import type { FreeKind, FreePlace } from "./free-values.ts";
import type { Filled, FreeArguments } from "./template-nodes.ts";
import { isShared } from "./template-shape.ts";

/** Finds the free values of bodies that have the shape of a sample. */
export class ShapeMatcher {
  private readonly root: MatchNode;
  private readonly signs: string;

  constructor(sample: JsonObject, places: FreePlace) {
    const found = new Found();
    const building = new Map<Json, number>();
    this.root = nodeOf(sample, places, building);
    this.root.match(sample, found, sample);
    this.signs = signsOf(found.counts);
  }

  /** The values of a body; `undefined` where it has another shape. */
  match(body: Json): Filled | undefined {
    const found = new Found();
    return this.root.match(body, found, body) && hasSigns(found.counts, this.signs) ? found : undefined;
  }
}

/** The values that were found so far. */
class Found implements Filled {
  readonly values: (Json | FreeArguments)[] = [];
  readonly counts: number[] = [];
  /** Ids and counts in the order of their first places. */
  readonly shared: Json[] = [];
}

interface MatchNode {
  /** Whether a value matches, which stands in an object or in a list. */
  match(value: Json | undefined, found: Found, holder: Json): boolean;
}

function nodeOf(value: Json, place: FreePlace | undefined, shared: Map<Json, number>): MatchNode {
  const kind = place?.kind;
  if (kind !== undefined) {
    const known = isShared(kind) ? shared.get(value) : undefined;
    if (known !== undefined) return new RepeatedMatch(known);
    const name = freeClass(value, kind);
    if (name !== undefined) return freeNode(value, kind, name, shared);
  }
  if (typeof value !== "object" || value === null || (place === undefined && isConstant(value)))
    return new LiteralMatch(value);
  if (Array.isArray(value))
    return new ListMatch((value as readonly Json[]).map((item) => nodeOf(item, place?.items, shared)));
  const keys = Object.keys(value);
  return new ObjectMatch(
    keys,
    keys.map((key) => nodeOf((value as JsonObject)[key] as Json, place?.keys.get(key), shared)),
  );
}

function freeNode(value: Json, kind: FreeKind, name: string, shared: Map<Json, number>): MatchNode {
  if (kind === "arguments") return new ArgumentsMatch(typeof value === "string");
  if (!isShared(kind)) return new FreeMatch(kind, name);
  shared.set(value, shared.size);
  return new SharedMatch(kind, name);
}

class LiteralMatch implements MatchNode {
  private readonly value: Json;

  constructor(value: Json) {
    this.value = value;
  }

  match(value: Json | undefined): boolean {
    return value === this.value;
  }
}

class ObjectMatch implements MatchNode {
  private readonly keys: readonly string[];
  private readonly nodes: readonly MatchNode[];

  constructor(keys: readonly string[], nodes: readonly MatchNode[]) {
    this.keys = keys;
    this.nodes = nodes;
  }

  match(value: Json | undefined, found: Found): boolean {
    if (!isObject(value)) return false;
    const { keys, nodes } = this;
    let index = 0;
    for (const key in value) {
      if (key !== keys[index] || !(nodes[index] as MatchNode).match(value[key], found, value)) return false;
      index++;
    }
    return index === keys.length;
  }
}

class ListMatch implements MatchNode {
  private readonly nodes: readonly MatchNode[];

  constructor(nodes: readonly MatchNode[]) {
    this.nodes = nodes;
  }

  match(value: Json | undefined, found: Found): boolean {
    const { nodes } = this;
    if (!Array.isArray(value) || value.length !== nodes.length) return false;
    for (let index = 0; index < nodes.length; index++)
      if (!(nodes[index] as MatchNode).match(value[index] as Json, found, value)) return false;
    return true;
  }
}

class FreeMatch implements MatchNode {
  private readonly kind: FreeKind;
  private readonly name: string;

  constructor(kind: FreeKind, name: string) {
    this.kind = kind;
    this.name = name;
  }

  match(value: Json | undefined, found: Found): boolean {
    if (value === undefined || freeClass(value, this.kind) !== this.name) return false;
    found.values.push(value);
    return true;
  }
}

class ArgumentsMatch implements MatchNode {
  private readonly isText: boolean;

  constructor(isText: boolean) {
    this.isText = isText;
  }

  match(value: Json | undefined, found: Found, holder: Json): boolean {
    if (value === undefined || (typeof value === "string") !== this.isText) return false;
    const parsed = parsedArguments(value, holder as object);
    if (parsed !== undefined) found.values.push(parsed);
    return parsed !== undefined;
  }
}

// An agent repeats its calls with every turn. What is in a frozen object stays the same, and so may be shared.
function parsedArguments(value: Json, holder: object): FreeArguments | undefined {
  const known = PARSED.get(holder);
  if (known?.value === value) return known;
  const parsed = plainArguments(value);
  if (parsed === undefined) return undefined;
  const args = { value, parsed };
  if (!Object.isFrozen(holder)) return args;
  if (parsed !== value) freeze(parsed);
  if (isFrozen(parsed)) PARSED.set(holder, args);
  return args;
}

function isFrozen(value: object): boolean {
  if (!Object.isFrozen(value)) return false;
  for (const inner of Object.values(value))
    if (typeof inner === "object" && inner !== null && !isFrozen(inner)) return false;
  return true;
}

/** The arguments of calls, by the objects that they stand in. */
const PARSED = new WeakMap<object, FreeArguments>();

/** An id or a count that stands in no place before. */
class SharedMatch implements MatchNode {
  private readonly kind: FreeKind;
  private readonly name: string;

  constructor(kind: FreeKind, name: string) {
    this.kind = kind;
    this.name = name;
  }

  match(value: Json | undefined, found: Found): boolean {
    if (value === undefined || freeClass(value, this.kind) !== this.name || found.shared.includes(value)) return false;
    found.shared.push(value);
    found.values.push(value);
    if (this.kind === "count") found.counts.push(value as number);
    return true;
  }
}

/** An id or a count that stands in a place before. */
class RepeatedMatch implements MatchNode {
  private readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  match(value: Json | undefined, { shared }: Found): boolean {
    return value === shared[this.index];
  }
}
