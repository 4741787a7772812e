import type { Place } from "../place.ts";
import type { ChangeRule, LossCode } from "./codes.ts";
import type { Json } from "./json.ts";

/** What was done with a feature that the target cannot express. */
export type LossAction = "dropped" | "described" | "weakened" | "truncated";

/**
 * How much a loss matters. `content`: text, media, calls, results, and the tools and formats that a response may use. `setting`: what was asked of the model.
 * `metadata`: fingerprints, timestamps, billing details.
 */
export type LossLevel = "content" | "setting" | "metadata";

/** The levels of the wire fields of an object that the canonical model does not have: by JSON Pointer, `*` for all others. */
export type UnknownFieldLevels = Readonly<Record<string, LossLevel>> & { readonly "*": LossLevel };

/** One thing that is gone, or weaker than it was, after a translation. */
export interface Loss {
  readonly code: LossCode;
  /** The keyword or field, as the source spells it. */
  readonly feature: string;
  /** JSON Pointer into the source as the caller gave it. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly level: LossLevel;
  readonly action: LossAction;
  readonly message: string;
  readonly detail?: Json;
}

/** A rewrite that means the same, or that a lens undoes. */
export interface Change {
  readonly path: string;
  readonly rule: ChangeRule;
  readonly detail?: string;
}

/** The details of a loss; its feature is the last key of its place by default. */
export interface LossNote {
  readonly feature?: string;
  readonly action?: LossAction;
  readonly detail?: Json;
}

/** A loss as it is reported. */
export interface LossEntry {
  readonly code: LossCode;
  readonly level: LossLevel;
  readonly place: Place;
  readonly note: LossNote;
}

/** A change as it is reported. */
export interface ChangeEntry {
  readonly rule: ChangeRule;
  readonly place: Place;
  readonly detail: string | undefined;
}

/** What was lost and changed. Places become paths only when they are read. */
export interface ReportEntries {
  readonly losses: readonly LossEntry[];
  readonly changes: readonly ChangeEntry[];
}
