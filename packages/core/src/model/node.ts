import type { Place } from "../place.ts";
import type { UnknownFieldLevels } from "./loss.ts";
import type { Extras } from "./tool.ts";

/** The place of a node in the caller's source. */
export interface NodeOrigin {
  readonly dialect: string;
  readonly place: Place;
  /** Canonical field → relative pointer below `place`, where it is not simply `/<field>`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Canonical field → its place, where it is not below `place`. */
  readonly elsewhere?: Readonly<Record<string, Place>>;
  /** The levels of the fields in `extras`, where there are any. */
  readonly unknown?: UnknownFieldLevels;
}

/**
 * Where a canonical node comes from: its place in the source, for losses and changes, and the wire fields that the canonical
 * model does not have, by dialect, so that the same dialect writes them back. Absent values are `undefined` and not missing, so
 * that nodes of one type have the same shape in the engine, whichever dialect they come from.
 */
export interface Provenance {
  readonly origin?: NodeOrigin | undefined;
  readonly extras?: Extras | undefined;
}
