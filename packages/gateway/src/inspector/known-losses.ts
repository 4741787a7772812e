// Which losses there were already.

import type { Loss } from "@toolglot/core";

const MAX_KNOWN = 1000;

/** Remembers the losses of content and settings, by their codes and paths. */
export class KnownLosses {
  private readonly known = new Set<string>();

  /** Adds losses; returns whether one of them is new. */
  add(losses: readonly Loss[]): boolean {
    let isNew = false;
    for (const { code, path, level } of losses) {
      const key = `${code} ${path}`;
      if (level === "metadata" || this.known.has(key)) continue;
      isNew = true;
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      this.known.add(key);
    }
    return isNew;
  }
}
