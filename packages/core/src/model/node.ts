import type { Place } from "../place.ts";
import type { Extras } from "./tool.ts";

/** Where a piece of a conversation stood in the caller's source. */
export interface NodeOrigin {
  readonly dialect: string;
  readonly place: Place;
  /** Canonical field → relative pointer below `place`, where it is not simply `/<field>`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Canonical field → its place, where it does not stand below `place`. */
  readonly elsewhere?: Readonly<Record<string, Place>>;
}

/**
 * What every piece of a conversation may remember: where it stood, and what only its own dialect knows of it. What is not
 * there may be undefined in every piece, so that pieces of a kind have one shape, whichever dialect they come from.
 */
export interface Provenance {
  readonly origin?: NodeOrigin | undefined;
  readonly extras?: Extras | undefined;
}
