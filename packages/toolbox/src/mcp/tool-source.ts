import { stringifyJson } from "@toolglot/core";
import { mcpDefinition, type Registry } from "../registry.ts";

/** The tools that are served, which may change while they are. */
export class ToolSource {
  private current: Registry;
  private readonly listeners = new Set<() => void>();

  constructor(registry: Registry) {
    this.current = registry;
  }

  get registry(): Registry {
    return this.current;
  }

  /** Serves other tools from now on; who listens is told, unless a reader would see no difference. */
  replace(registry: Registry): void {
    const isSame = described(this.current) === described(registry);
    this.current = registry;
    if (!isSame) for (const listener of this.listeners) listener();
  }

  /** Returns what ends the listening. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function described(registry: Registry): string {
  return stringifyJson(registry.list().map(mcpDefinition), { maxDepth: 1000 });
}
