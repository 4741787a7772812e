// The fast path `templates`: comparing a body with the shapes of the last ones, which takes a fraction of the time that
// computing the key of its shape takes.

import { isConstant } from "../../json/constant.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { hasSigns, signsOf } from "./count-signs.ts";
import type { Filled } from "./filled.ts";
import { type FreePlace, placeUnder } from "./free-values.ts";
import { FoundValues, freeNodeOf, type MatchNode } from "./match-nodes.ts";
import { isFixed } from "./template-shape.ts";

/** Finds the free values of bodies that have the shape of a sample. */
export class ShapeMatcher {
  private readonly root: MatchNode;
  private readonly signs: string;

  constructor(sample: JsonObject, places: FreePlace) {
    const found = new FoundValues();
    const building = new Map<Json, number>();
    this.root = nodeOf(sample, places, building);
    this.root.match(sample, found, sample);
    this.signs = signsOf(found.counts);
  }

  /** The values of a body; `undefined` where it has another shape. */
  match(body: Json): Filled | undefined {
    const found = new FoundValues();
    return this.root.match(body, found, body) && hasSigns(found.counts, this.signs) ? found : undefined;
  }
}

function nodeOf(value: Json, place: FreePlace | undefined, shared: Map<Json, number>): MatchNode {
  const free = place?.kind === undefined ? undefined : freeNodeOf(value, place.kind, shared);
  if (free !== undefined) return free;
  if (typeof value !== "object" || value === null || isFixed(value, place)) return new LiteralMatch(value);
  const node = innerNodeOf(value, place, shared);
  return place?.isFixedIfConstant === true ? new OpenMatch(node) : node;
}

function innerNodeOf(value: Json & object, place: FreePlace | undefined, shared: Map<Json, number>): MatchNode {
  if (Array.isArray(value))
    return new ListMatch((value as readonly Json[]).map((item) => nodeOf(item, place?.items, shared)));
  const keys = Object.keys(value);
  return new ObjectMatch(
    keys,
    keys.map((key) => nodeOf((value as JsonObject)[key] as Json, placeUnder(place, key), shared)),
  );
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

/** A value in which others are free. Constants have templates of their own, which compare them as a whole. */
class OpenMatch implements MatchNode {
  private readonly node: MatchNode;

  constructor(node: MatchNode) {
    this.node = node;
  }

  match(value: Json | undefined, found: FoundValues, holder: Json): boolean {
    return !isConstant(value) && this.node.match(value, found, holder);
  }
}

class ObjectMatch implements MatchNode {
  private readonly keys: readonly string[];
  private readonly nodes: readonly MatchNode[];

  constructor(keys: readonly string[], nodes: readonly MatchNode[]) {
    this.keys = keys;
    this.nodes = nodes;
  }

  match(value: Json | undefined, found: FoundValues): boolean {
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

  match(value: Json | undefined, found: FoundValues): boolean {
    const { nodes } = this;
    if (!Array.isArray(value) || value.length !== nodes.length) return false;
    for (let index = 0; index < nodes.length; index++)
      if (!(nodes[index] as MatchNode).match(value[index] as Json, found, value)) return false;
    return true;
  }
}
