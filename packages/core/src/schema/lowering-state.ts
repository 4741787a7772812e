import type { Json } from "../model/json.ts";
import type { Eventually } from "../model/steps.ts";
import type { Place } from "../place.ts";
import type { Lowered } from "./lens.ts";
import type { Sizes } from "./size.ts";
import type { SchemaPart, Source } from "./source.ts";

/** Lowers schemas that all describe the same value; `undefined` where no value is valid. */
export interface Engine<Context> {
  one(part: SchemaPart, place: Place, context: Context): Eventually<Lowered | undefined>;
  all(parts: readonly SchemaPart[], place: Place, context: Context): Eventually<Lowered | undefined>;
  /** Lowers the schema of a tool as a whole. */
  whole(root: SchemaPart, context: Context): Eventually<Lowered | undefined>;
  /** Lowers schemas whose references are inlined. */
  expanded(parts: readonly SchemaPart[], place: Place, context: Context): Eventually<Lowered | undefined>;
}

/** A definition that is kept by name, for targets that support references. */
export interface Definition {
  readonly name: string;
  lowered?: Lowered | undefined;
  isLowered: boolean;
}

/** The state that all nodes of one tool's schema share while it is lowered. */
export interface LoweringState<Context> {
  readonly engine: Engine<Context>;
  readonly source: Source;
  definitions: Map<Json, Definition> | undefined;
  /** The names of the definitions, and how many more names were derived from each. */
  definitionNames: Map<string, number> | undefined;
  /** The whole lowered schema, in which lenses look up definitions. */
  root: Json;
  /** Whether a property must be renamed, so that schemas cannot be copied verbatim. */
  readonly renames: boolean;
  nodes: number;
  steps: number;
  /** The sizes of schemas that may be written more than once. */
  sizes: Sizes | undefined;
  /** How often a definition may be inlined inside itself. */
  readonly maxRecursion: number;
  /** Whether a definition was inlined inside itself, so that a lower `maxRecursion` would take fewer steps. */
  hasRecursed: boolean;
  /** Whether a construct of an older draft was rewritten to 2020-12. */
  modernized: boolean;
}
