import type { JsonObject } from "./json.ts";

/** What a dialect may be recognised by. */
export type DetectKind = "tools" | "choice" | "calls" | "results" | "request" | "response" | "stream";

/** Something by which a dialect is recognised. */
export interface Sign {
  /** The highest score decides: what only one dialect has scores higher than what others may have too. */
  readonly score: number;
  /** Whether an object shows the sign; `list` is the name of the field that holds it, where there is one. */
  matches(object: JsonObject, list?: string): boolean;
}

/** By what the bodies of one dialect are recognised; a dialect without a concept has no signs for it. */
export type DialectSigns = Readonly<Record<DetectKind, readonly Sign[]>>;
