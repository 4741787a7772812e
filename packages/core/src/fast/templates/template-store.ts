import type { ToolMemory } from "../tool-memory.ts";

/** What is known of a shape: that it was seen once, that it has no template, or its template. */
type Known<T> = T | "seen" | "without";

/** Remembers shapes, the latest of them, as long as their keys fit. */
class ShapeMemory<T> {
  private readonly entries = new Map<string, Known<T>>();
  private size = 0;

  get(key: string): Known<T> | undefined {
    return this.entries.get(key);
  }

  set(key: string, known: Known<T>): void {
    if (this.entries.delete(key)) this.size -= key.length;
    this.entries.set(key, known);
    this.size += key.length;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= MOST_SHAPES && this.size <= MOST_CHARACTERS) return;
      this.entries.delete(oldest);
      this.size -= oldest.length;
    }
  }
}

const MOST_SHAPES = 256;
const MOST_CHARACTERS = 2 * 1024 * 1024;

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
  readonly shapes: ShapeMemory<T> = new ShapeMemory();
  readonly recent: RecentTemplates<T> = new RecentTemplates();
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
