// The losses of exchanges that are not recorded whole.

import type { Loss } from "@toolglot/core";
import type { BodyRedactor } from "./redact/body-redactor.ts";

const MAX_KNOWN = 1000;

/** Remembers the losses of content and settings, by their codes and paths. */
export class KnownLosses {
  private readonly redactor: BodyRedactor;
  private readonly known = new Set<string>();
  /** The requests of an agent lose the same each time, and that may be a hundred fields. */
  private last: { readonly losses: readonly Loss[]; readonly version: number; readonly text: string } | undefined;

  constructor(redactor: BodyRedactor) {
    this.redactor = redactor;
  }

  /** Losses as JSON without secrets; empty if there are none. */
  textOf(losses: readonly Loss[]): string {
    if (losses.length === 0) return "";
    const { last, redactor } = this;
    const { version } = redactor.finder;
    if (last?.version === version && areEqual(losses, last.losses)) return last.text;
    const text = redactor.redactText(JSON.stringify(losses));
    this.last = { losses, version, text };
    return text;
  }

  /** Whether there was no such loss before. */
  isNew(losses: readonly Loss[]): boolean {
    if (losses.length === 0 || (this.last !== undefined && areEqual(losses, this.last.losses))) return false;
    return losses.some((loss) => loss.level !== "metadata" && !this.known.has(keyOf(loss)));
  }

  /** Adds losses; returns whether there was no such loss before. */
  add(losses: readonly Loss[]): boolean {
    if (!this.isNew(losses)) return false;
    for (const loss of losses) {
      if (loss.level === "metadata") continue;
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      this.known.add(keyOf(loss));
    }
    return true;
  }
}

function keyOf({ code, path }: Loss): string {
  return `${code} ${path}`;
}

function areEqual(losses: readonly Loss[], others: readonly Loss[]): boolean {
  return losses.length === others.length && losses.every((loss, index) => isEqual(loss, others[index] as Loss));
}

// The message is made of the rest.
function isEqual(loss: Loss, other: Loss): boolean {
  return (
    loss === other ||
    (loss.path === other.path &&
      loss.code === other.code &&
      loss.feature === other.feature &&
      loss.level === other.level &&
      loss.action === other.action &&
      loss.detail === other.detail &&
      loss.from === other.from &&
      loss.to === other.to)
  );
}
