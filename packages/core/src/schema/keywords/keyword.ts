import type { ChangeRule } from "../../model/codes.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { ALL, type Types } from "../types.ts";
import { describeAs } from "./describe.ts";
import type { ValueForm } from "./value-forms.ts";

/**
 * Everything that Toolglot knows about one keyword of JSON Schema, whatever the target. Each keyword has a file in this
 * folder; a keyword that has none is an annotation that is copied where the target supports it.
 */
export interface Keyword {
  readonly name: string;
  readonly role: KeywordRole;
  /** The types of values that it constrains; values of other types ignore it. */
  readonly types: Types;
  /** A schema without `type` that has this keyword is meant for its `types`. */
  readonly impliesType: boolean;
  /** Where its subschemas are; undefined where its value is data. */
  readonly subschemas: SubschemaLayout | undefined;
  /** Whether its subschemas describe the same value as the schema around them: as it is, or negated. */
  readonly inPlace: "applied" | "negated" | undefined;
  /** What it lists as alternatives, of which a value matches at least one. */
  readonly alternatives: "schemas" | "values" | undefined;
  /** Weakening one of its subschemas can reject values that were accepted before. */
  readonly inverts: boolean;
  /** A schema with this keyword cannot be merged with the members of its `allOf`. */
  readonly preventsMerge: boolean;
  /** A schema with this keyword must be resolved, merged or split into cases before it can be lowered. */
  readonly complex: boolean;
  /** It is lowered together with other keywords that describe an object, an array or a list of values; see `lower/`. */
  readonly loweredWith: "object" | "array" | "values" | undefined;

  /** What JSON Schema 2020-12 demands of its value, for the checks in `accept/`. */
  readonly form: ValueForm | undefined;
  /** Whether its value can be lowered as it is. */
  wellFormed(value: Json): boolean;
  /** What a malformed value plainly means; undefined where nothing can be made of it, so that the keyword is dropped. */
  repair(value: Json): Repair | undefined;
  /** Whether a value of it accepts everything. */
  isVacuous(value: Json): boolean;
  /** What becomes of it for a target; where absent, it is kept by targets that support it and lost for the others. */
  readonly lower: ((value: Json, site: KeywordSite) => Outcome) | undefined;
  /** The value that accepts what both of two different values accept; undefined where no single value does. */
  merge(first: Json, second: Json): Json | undefined;
  /** The text for the description of a schema that loses it; undefined where a model cannot use it. */
  describe(value: Json, name: string): string | undefined;
  /** Whether a value is valid; absent where that is not checked. */
  readonly accepts: ((value: Json, argument: Json, site: ValidationSite) => boolean) | undefined;
}

/**
 * A constraint restricts values by itself, an applicator by its subschemas, a reference by another schema. Definitions are
 * what references lead to. Annotations restrict nothing.
 */
export type KeywordRole = "constraint" | "applicator" | "reference" | "definition" | "annotation";

/** Where a keyword holds subschemas: one, by name, in a list, or (in older drafts) one of two of these. */
export type SubschemaLayout = "schema" | "map" | "list" | "schema-or-list" | "schema-or-names-map";

/** What a malformed value is read as; none if it says nothing. It is a loss unless it means the same, which `change` then names the rule of. */
export interface Repair {
  readonly value?: Json;
  readonly change?: ChangeRule;
}

/** What a keyword sees of the schema that it is lowered in. */
export interface KeywordSite {
  readonly profile: SchemaProfile;
  /** The types of the schema's values. */
  readonly types: Types;
  /** The schema that the keyword comes from. */
  readonly source: JsonObject;
  /** What was written for the target so far. */
  readonly written: JsonObject;
  /** Whether the target supports a keyword. */
  supports(keyword: string): boolean;
  /** A pattern in the syntax of the target's engine; `undefined` if the engine cannot match it. */
  targetPattern(pattern: string): string | undefined;
}

/** What becomes of a keyword: kept, lost (described where there is room), or written in another way that means the same. */
export type Outcome = "kept" | "lost" | Rewrite;

/** Another keyword or value with the same meaning, and the rule that the change is reported under. */
export interface Rewrite {
  readonly keyword: string;
  readonly value: Json;
  readonly rule: ChangeRule;
}

/** What a keyword sees while it validates a value. */
export interface ValidationSite {
  /** The schema that the keyword stands in. */
  readonly schema: JsonObject;
  /** Whether a value is valid for a subschema. */
  fits(value: Json, subschema: Json): boolean;
  /** Charges further steps to the budget. */
  spend(steps: number): void;
}

/** The parts of a keyword that its file states; the others have defaults. */
export type KeywordDefinition = Pick<Keyword, "name" | "role"> & Partial<Keyword>;

/** Completes the definition of a keyword. All keywords have the same fields in the same order, which keeps lookups fast. */
export function defineKeyword(definition: KeywordDefinition): Keyword {
  const { name, role, ...others } = definition;
  return { name, role, ...DEFAULTS, describe: describeAs(name), ...others };
}

const DEFAULTS: Omit<Keyword, "name" | "role"> = {
  types: ALL,
  impliesType: false,
  subschemas: undefined,
  inPlace: undefined,
  alternatives: undefined,
  inverts: false,
  preventsMerge: false,
  complex: false,
  loweredWith: undefined,
  form: undefined,
  wellFormed: () => true,
  repair: () => undefined,
  isVacuous: () => false,
  lower: undefined,
  merge: () => undefined,
  describe: () => undefined,
  accepts: undefined,
};

/** For keywords that speak of the whole value: once the schema around them is rewritten, they no longer mean the same. */
export function alwaysLost(): Outcome {
  return "lost";
}
