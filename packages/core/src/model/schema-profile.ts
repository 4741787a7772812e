import type { NameRule } from "./name-rule.ts";

/** The values that an `enum` may contain. */
export type EnumValues = "any" | "primitive" | "string-or-number" | "string";

/** The subset of JSON Schema that a target accepts, as data for the lowering. */
export interface SchemaProfile {
  /** The accepted keywords; absent: all. */
  readonly keywords?: ReadonlySet<string>;
  /** Keywords that are accepted below the root but not at it. */
  readonly notAtRoot: ReadonlySet<string>;
  /** Whether draft-07 forms are rewritten to 2020-12: always, unless an older draft is declared, or never. */
  readonly modern: "always" | "undeclared" | "never";
  /** `required` may only name declared properties. */
  readonly declaredRequired: boolean;
  /** Whether `$ref` is accepted, or must be inlined. */
  readonly refs: "keep" | "inline";
  /** The root must have `properties`, even if empty. */
  readonly rootProperties: boolean;
  /** Every object must have `additionalProperties: false`. */
  readonly closed: boolean;
  /** Every property is required; optional ones are made nullable. */
  readonly allRequired: boolean;
  /** `additionalProperties` may be `true` or a schema. */
  readonly openObjects: boolean;
  /** Objects without `properties` and schemas without a type are accepted. */
  readonly untyped: boolean;
  /** Objects with empty `properties` are accepted below the root. */
  readonly emptyObjects: boolean;
  /** Every array must have `items`. */
  readonly arraysNeedItems: boolean;
  /** How several types are written: a list, OpenAPI's `nullable`, or not at all. */
  readonly typeLists: "array" | "nullable" | "none";
  readonly enumValues: EnumValues;
  /** The accepted formats per type; absent: all. */
  readonly formats?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The accepted patterns: all, those without backtracking, or of these only those that grammar engines compile. */
  readonly patterns: "any" | "regular" | "simple";
  /** `minItems` above 1 is accepted. */
  readonly anyMinItems: boolean;
  /** `items` may be an `anyOf`. */
  readonly anyOfInItems: boolean;
  /** `anyOf` may have sibling keywords. */
  readonly anyOfWithSiblings: boolean;
  /** The accepted property names; absent: all. */
  readonly propertyNames?: NameRule;
  /** The subset below `items`, where it differs. */
  readonly items?: SchemaProfile;
  readonly limits?: SchemaLimits;
  /** What rewrites schemas to this subset, where every translation to the dialect needs it: a `SchemaRewriter`. */
  readonly rewriter?: object;
}

/** Bounds on one tool's lowered schema, beyond which a strict mode is not used. */
export interface SchemaLimits {
  readonly depth?: number;
  readonly properties?: number;
  readonly enumValues?: number;
  readonly nameCharacters?: number;
  readonly optional?: number;
  readonly unions?: number;
}

/** Bounds on all strict tools of a request together. */
export interface StrictBudget {
  readonly tools: number;
  readonly optional: number;
  readonly unions: number;
}
