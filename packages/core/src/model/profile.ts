import type { HostedKind } from "./tool.ts";

/** The names that a profile may have; `native` is the default between dialects. */
export type ProfileName = "native" | "strict" | "strict-literal" | "lenient" | "conservative" | "portable" | "passthrough";

/** Which names a provider takes. */
export interface NameRule {
  /** The characters that may stand in a name, as the inside of a character class. */
  readonly characters: string;
  /** The characters that may stand first, where they are fewer. */
  readonly first?: string;
  readonly maxLength: number;
}

/** Which values may stand in an `enum`. */
export type EnumValues = "any" | "primitive" | "string-or-number" | "string";

/** The JSON Schema that a target speaks: data that the lowering follows. */
export interface SchemaProfile {
  /** The keywords that may stand in a schema; absent: all. */
  readonly keywords?: ReadonlySet<string>;
  /** The keywords that may not stand at the root, although they may below it. */
  readonly notAtRoot: ReadonlySet<string>;
  /** Whether `$ref` is understood, or must be written out. */
  readonly refs: "keep" | "inline";
  /** Every object says `additionalProperties: false`. */
  readonly closed: boolean;
  /** Every property is required; optional ones are made nullable. */
  readonly allRequired: boolean;
  /** `additionalProperties` may be `true` or a schema. */
  readonly openObjects: boolean;
  /** An object without properties, and a schema without a type, may stand as they are. */
  readonly untyped: boolean;
  /** Every array says what its items are. */
  readonly arraysNeedItems: boolean;
  /** How more than one type is said. */
  readonly typeLists: "array" | "nullable";
  readonly enumValues: EnumValues;
  /** Formats per type that are understood; absent: all. */
  readonly formats?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Patterns with look-around, back-references and word boundaries are understood. */
  readonly anyPattern: boolean;
  /** `minItems` above 1 is understood. */
  readonly anyMinItems: boolean;
  /** `anyOf` may have neighbours on its node. */
  readonly anyOfWithSiblings: boolean;
  /** Which property names are taken; absent: all. */
  readonly propertyNames?: NameRule;
  /** The schema for what stands below `items`, where a target reads that with other eyes. */
  readonly items?: SchemaProfile;
  readonly limits?: SchemaLimits;
}

/** Bounds on one tool's lowered schema, beyond which a strict mode is not used. */
export interface SchemaLimits {
  readonly depth?: number;
  readonly properties?: number;
  readonly enumValues?: number;
  readonly nameCharacters?: number;
}

/** Bounds on all strict tools of a request together. */
export interface StrictBudget {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
}

/** What is known of a dialect beyond its shapes. */
export interface DialectProfile {
  readonly toolNames: NameRule;
  /** The schema that is spoken by default, and by named variants of the dialect. */
  readonly native: SchemaProfile;
  readonly variants?: Readonly<Record<string, SchemaProfile>>;
  /** The schema of the strict mode, where there is one. */
  readonly strict?: SchemaProfile;
  readonly strictBudget?: StrictBudget;
  /** Whether `strict` must be written even when it is false. */
  readonly strictIsExplicit: boolean;
  /** The features that the `conservative` profile takes away (seed matrix of tooladapter). */
  readonly conservativeLacks: ReadonlySet<string>;
  /** Hosted tools that this dialect can say, and the word that it has for each. */
  readonly hosted: Readonly<Partial<Record<HostedKind, string>>>;
  /** Fields of a canonical tool that this dialect can say. */
  readonly toolFields: ReadonlySet<string>;
}
