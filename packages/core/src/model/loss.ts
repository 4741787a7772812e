import type { ChangeRule, LossCode } from "./codes.ts";
import type { Json } from "./json.ts";

/** What was done with a feature that the target cannot express. */
export type LossAction = "dropped" | "described" | "weakened" | "truncated";

/** One thing that is gone, or weaker than it was, after a translation. */
export interface Loss {
  readonly code: LossCode;
  /** The keyword or field, as the source spells it. */
  readonly feature: string;
  /** JSON Pointer into the source as the caller gave it. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
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
