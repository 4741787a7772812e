// The fast path `templates`: the nodes of a shape that stand for free values, and collect them.

import { freeze } from "../../json/constant.ts";
import type { Json } from "../../model/json.ts";
import type { Filled, FreeArguments } from "./filled.ts";
import { freeClass, plainArguments } from "./free-classes.ts";
import type { FreeKind } from "./free-values.ts";
import { isShared } from "./template-shape.ts";

/** The values that were found so far. */
export class FoundValues implements Filled {
  readonly values: (Json | FreeArguments)[] = [];
  readonly counts: number[] = [];
  unescaped = 0;
  /** Ids, counts and descriptions in the order of their first places. */
  readonly shared: Json[] = [];
  private index: Set<Json> | undefined;

  /** Adds an id, a count or a description; returns false if it stands in a place before. */
  addShared(value: Json): boolean {
    if (this.hasShared(value)) return false;
    this.shared.push(value);
    this.index?.add(value);
    return true;
  }

  private hasShared(value: Json): boolean {
    if (this.shared.length < MANY) return this.shared.includes(value);
    this.index ??= new Set(this.shared);
    return this.index.has(value);
  }
}

/** Of fewer values, one is found sooner by comparing all. */
const MANY = 16;

/** A part of a shape. */
export interface MatchNode {
  /** Whether a value matches, which stands in an object or in a list. */
  match(value: Json | undefined, found: FoundValues, holder: Json): boolean;
}

/** The node of a value in a free place; `undefined` where the value has no class, and so is not free. `shared` has the ids, counts and descriptions before it. */
export function freeNodeOf(value: Json, kind: FreeKind, shared: Map<Json, number>): MatchNode | undefined {
  const known = isShared(kind) ? shared.get(value) : undefined;
  if (known !== undefined) return new RepeatedMatch(known);
  const name = freeClass(value, kind);
  return name === undefined ? undefined : freeNode(value, kind, name, shared);
}

function freeNode(value: Json, kind: FreeKind, name: string, shared: Map<Json, number>): MatchNode {
  if (kind === "arguments") return new ArgumentsMatch(typeof value === "string");
  if (!isShared(kind)) return new FreeMatch(kind, name);
  shared.set(value, shared.size);
  return new SharedMatch(kind, name);
}

class FreeMatch implements MatchNode {
  private readonly kind: FreeKind;
  private readonly name: string;

  constructor(kind: FreeKind, name: string) {
    this.kind = kind;
    this.name = name;
  }

  match(value: Json | undefined, found: FoundValues): boolean {
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

  match(value: Json | undefined, found: FoundValues, holder: Json): boolean {
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

/** An id, a count or a description that stands in no place before. */
class SharedMatch implements MatchNode {
  private readonly kind: FreeKind;
  private readonly name: string;

  constructor(kind: FreeKind, name: string) {
    this.kind = kind;
    this.name = name;
  }

  match(value: Json | undefined, found: FoundValues): boolean {
    if (value === undefined || freeClass(value, this.kind) !== this.name || !found.addShared(value)) return false;
    found.values.push(value);
    if (this.kind === "count") found.counts.push(value as number);
    return true;
  }
}

/** An id, a count or a description that stands in a place before. */
class RepeatedMatch implements MatchNode {
  private readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  match(value: Json | undefined, { shared }: FoundValues): boolean {
    return value === shared[this.index];
  }
}
