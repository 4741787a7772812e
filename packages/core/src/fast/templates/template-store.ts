import type { ToolMemory } from "../tool-memory.ts";

/** What is known of a shape: that it was seen once, that it has no template, or its template. */
type Known<T> = T | "seen" | "without";

/** How many shapes are remembered, and of how many characters their keys are. */
interface Bounds {
  readonly shapes: number;
  readonly characters: number;
}

const OF_REQUESTS: Bounds = { shapes: 256, characters: 2 * 1024 * 1024 };

/** Each shape of requests has responses of its own. */
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
export class RecentTemplates<T> {
  private readonly templates: T[] = [];

  /** What the first template gives that gives anything. */
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

/** Everything that is known of the shapes of some bodies. */
export class TemplateStore<T> {
  readonly shapes: ShapeMemory<T>;
  readonly recent: RecentTemplates<T> = new RecentTemplates();

  constructor(bounds: Bounds = OF_REQUESTS) {
    this.shapes = new ShapeMemory(bounds);
  }
}

const STORES = new WeakMap<ToolMemory, TemplateStore<unknown>>();

/** The store that a tool memory goes with: both are shared by the bridges of a gateway. */
export function storeOf<T>(memory: ToolMemory): TemplateStore<T> {
  const known = STORES.get(memory);
  if (known !== undefined) return known as TemplateStore<T>;
  const store = new TemplateStore<unknown>();
  STORES.set(memory, store);
  return store as TemplateStore<T>;
}
