import type { Json } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Lowered } from "./lens.ts";
import type { Sizes } from "./size.ts";
import type { SchemaPart, Source } from "./source.ts";

/** Lowers schemas that all describe the same value; `undefined` where no value is valid. */
export interface Engine<Context> {
  one(part: SchemaPart, place: Place, context: Context): Lowered | undefined;
  all(parts: readonly SchemaPart[], place: Place, context: Context): Lowered | undefined;
}

/** A definition that is kept by name, for profiles that know references. */
export interface Definition {
  readonly name: string;
  lowered?: Lowered | undefined;
  settled: boolean;
}

/** What all nodes of one tool's schema share while it is lowered. */
export interface LoweringState<Context> {
  readonly engine: Engine<Context>;
  readonly source: Source;
  definitions: Map<Json, Definition> | undefined;
  /** The names of the definitions, and how many further names were made from each. */
  readonly definitionNames: Map<string, number>;
  /** The schema that the target will see as a whole, for lenses that must look up its definitions. */
  root: Json;
  /** Whether some property must be renamed, so that schemas cannot be copied word for word. */
  readonly renames: boolean;
  nodes: number;
  steps: number;
  /** The sizes of schemas that may be written more than once. */
  sizes: Sizes | undefined;
  /** How often a definition may stand inside itself. */
  readonly maxRecursion: number;
  /** Whether a definition was written out inside itself, so that a lower `maxRecursion` would take fewer steps. */
  recursed: boolean;
  /** Whether a form of an older draft was written in that of 2020-12. */
  modernized: boolean;
}
