import type { Style } from "../output/style.ts";

/** The result of one check. */
export interface Finding {
  readonly what: string;
  readonly state: FindingState;
  readonly detail: string;
  /** How to fix it. */
  readonly fix?: string;
}

/** OK, worth knowing, or in need of a fix. */
export type FindingState = "ok" | "note" | "failed";

/** The color of each state. */
export const PAINTS: Readonly<Record<FindingState, keyof Style>> = { ok: "green", note: "cyan", failed: "red" };

export function ok(what: string, detail: string): Finding {
  return { what, state: "ok", detail };
}

export function note(what: string, detail: string, fix?: string): Finding {
  return { what, state: "note", detail, ...(fix === undefined ? {} : { fix }) };
}

export function failed(what: string, detail: string, fix: string): Finding {
  return { what, state: "failed", detail, fix };
}
