import { stringifyJson } from "@toolglot/core";
import { mcpDefinition, type Registry } from "../registry.ts";

/** The served tools, which may change at any time. */
export class ToolSource {
  private current: Registry;
  private readonly listeners = new Set<() => void>();

  constructor(registry: Registry) {
    this.current = registry;
  }

  get registry(): Registry {
    return this.current;
  }

  /** Replaces the tools; notifies listeners if any definition has changed. */
  replace(registry: Registry): void {
    const isSame = described(this.current) === described(registry);
    this.current = registry;
    if (!isSame) for (const listener of this.listeners) listener();
  }

  /** Adds a listener; returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function described(registry: Registry): string {
  return stringifyJson(registry.list().map(mcpDefinition), { maxDepth: 1000 });
}
