// The fast path `templates`: the shapes that were seen, and their templates, within bounds.

import { isConstant } from "../../json/constant.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolMemory } from "../tool-memory.ts";
import type { Filled } from "./filled.ts";
import type { FreePlace } from "./free-values.ts";
import type { ShapeMatcher } from "./shape-matcher.ts";
import { TemplateShape } from "./template-shape.ts";

/** What is known of a shape: that it was seen once, that it has no template, or its template. */
type Known<T> = T | "seen" | "without";

/** How many shapes are remembered, and of how many characters their keys are. */
interface Bounds {
  readonly shapes: number;
  readonly characters: number;
}

const OF_REQUESTS: Bounds = { shapes: 256, characters: 2 * 1024 * 1024 };

/** Fewer, because each shape of requests has its own memory for responses. */
export const OF_RESPONSES: Bounds = { shapes: 16, characters: 64 * 1024 };

/** Remembers shapes, the latest of them, as long as their keys fit. */
class ShapeMemory<T> {
  private readonly bounds: Bounds;
  private readonly entries = new Map<string, Known<T>>();
  private size = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  get(key: string): Known<T> | undefined {
    return this.entries.get(key);
  }

  set(key: string, known: Known<T>): void {
    if (this.entries.delete(key)) this.size -= key.length;
    this.entries.set(key, known);
    this.size += key.length;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.bounds.shapes && this.size <= this.bounds.characters) return;
      this.entries.delete(oldest);
      this.size -= oldest.length;
    }
  }
}

/** The templates that were used last: the latest first. */
class RecentTemplates<T> {
  private readonly templates: T[] = [];

  /** The first template for which a function returns a result, and that result. */
  find<R>(use: (template: T) => R | undefined): { readonly template: T; readonly result: R } | undefined {
    const { templates } = this;
    for (let index = 0; index < templates.length; index++) {
      const template = templates[index] as T;
      const result = use(template);
      if (result === undefined) continue;
      if (index > 0) this.add(template);
      return { template, result };
    }
    return undefined;
  }

  add(template: T): void {
    const { templates } = this;
    const index = templates.indexOf(template);
    if (index >= 0) templates.splice(index, 1);
    templates.unshift(template);
    if (templates.length > MOST_RECENT) templates.pop();
  }
}

const MOST_RECENT = 6;

/**
 * Decides for which long bodies the shape is computed. A conversation that grows has a new shape with every turn, and computing the
 * shape of a long body takes a while.
 */
class GrowingBodies {
  private misses = 0;

  /** Counts a body whose shape is known, or not. */
  count(isKnown: boolean): void {
    this.misses = isKnown ? 0 : this.misses + 1;
  }

  /** Whether to skip the next body: after some bodies of unknown shapes, one of eight is looked at. */
  isPassed(): boolean {
    return this.misses >= MOST_MISSES && ++this.misses % SELDOM !== 0;
  }
}

const MOST_MISSES = 8;
const SELDOM = 8;

/** A list with more items than this makes a body a long one; so do fewer tools, unless they are constants. */
const LONG = 16;
const LONG_TOOLS = 4;

function hasLongList(body: JsonObject, places: FreePlace): boolean {
  for (const key in body) {
    const value = body[key] as Json;
    if (!Array.isArray(value) || value.length <= LONG_TOOLS) continue;
    const isOpen = places.keys.get(key)?.isFixedIfConstant === true && !isConstant(value);
    if (isOpen || value.length > LONG) return true;
  }
  return false;
}

/** What a translation depends on beside the body. */
export interface Circumstances<T> {
  isFor(template: T): boolean;
  /** Represents them in the keys of shapes. */
  key(): string;
}

/** A template, and the values of a body that has its shape. */
export interface FoundTemplate<T> {
  readonly template: T;
  readonly filled: Filled;
}

/** Everything that is known of the shapes of some bodies. */
export class TemplateStore<T extends { readonly matcher: ShapeMatcher }> {
  private readonly shapes: ShapeMemory<T>;
  private readonly recent: RecentTemplates<T> = new RecentTemplates();
  private readonly growing: GrowingBodies = new GrowingBodies();

  constructor(bounds: Bounds = OF_REQUESTS) {
    this.shapes = new ShapeMemory(bounds);
  }

  /** The template of a body's shape, or the key under which one is to be learned. */
  find(body: JsonObject, places: FreePlace, { isFor, key }: Circumstances<T>): FoundTemplate<T> | string | undefined {
    const recent = this.findRecent((template) => (isFor(template) ? template.matcher.match(body) : undefined));
    const isLong = hasLongList(body, places);
    if (recent !== undefined) {
      if (isLong) this.growing.count(true);
      return recent;
    }
    if (isLong && this.growing.isPassed()) return undefined;
    const shape = TemplateShape.of(body, places);
    const shapeKey = shape && key() + shape.key;
    const known = shapeKey === undefined ? undefined : this.shapes.get(shapeKey);
    if (isLong) this.growing.count(known !== undefined);
    if (typeof known === "object") return this.use(known, body);
    return known === "without" ? undefined : shapeKey;
  }

  /** The first of the templates used last for which a function gives values. */
  findRecent(match: (template: T) => Filled | undefined): FoundTemplate<T> | undefined {
    const recent = this.recent.find(match);
    return recent && { template: recent.template, filled: recent.result };
  }

  private use(template: T, body: JsonObject): FoundTemplate<T> | undefined {
    this.recent.add(template);
    const filled = template.matcher.match(body);
    return filled && { template, filled };
  }

  /** Makes a template when a shape was seen for the second time. */
  learn(key: string, make: () => T | undefined): void {
    const learned = this.shapes.get(key) === "seen" ? make() : "seen";
    this.shapes.set(key, learned ?? "without");
    if (typeof learned === "object") this.recent.add(learned);
  }
}

// One memory has the templates of requests alone: those of responses are in them.
const STORES = new WeakMap<ToolMemory, TemplateStore<never>>();

/** The store that a tool memory goes with: both are shared by the bridges of a gateway. */
export function storeOf<T extends { readonly matcher: ShapeMatcher }>(memory: ToolMemory): TemplateStore<T> {
  const store = STORES.get(memory) ?? new TemplateStore<never>();
  STORES.set(memory, store);
  return store as unknown as TemplateStore<T>;
}
