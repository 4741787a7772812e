import type { SchemaRewriter } from "./schema/schema-rewriter.ts";

/**
 * What only some translations need. The entry points hand it in: `@toolglot/core` has all of it, `@toolglot/core/mini` what a program
 * imports from `@toolglot/core/features`.
 */
export interface Features {
  /** Rewrites schemas for strict modes, and for the profiles beside `native` and `passthrough`. */
  readonly schemaSubsets?: SchemaSubsets | undefined;
  /** Turns tools that a vendor defines and the client runs (a shell, an editor) into functions for other vendors. */
  readonly clientTools?: Feature<"clientTools"> | undefined;
  /** Passes bodies and frames on as they are, where client and provider have the same dialect. */
  readonly passthrough?: Feature<"passthrough"> | undefined;
  /** Stores reasoning that clients cannot send back, for the option `providerName`. */
  readonly storedReasoning?: Feature<"storedReasoning"> | undefined;
  /** Searches tools for models that cannot, for the option `emulateToolSearch`. */
  readonly toolSearch?: Feature<"toolSearch"> | undefined;
  /** Has the provider cache prompts, for the option `caching`. */
  readonly promptCaching?: Feature<"promptCaching"> | undefined;
  /** Continues turns that the provider pauses, for clients whose dialect cannot. */
  readonly pausedTurns?: Feature<"pausedTurns"> | undefined;
  /** Makes one response of a whole stream, for `bridge.assemble`. */
  readonly assembly?: Feature<"assembly"> | undefined;
}

/** The name of a feature. */
export type FeatureName = keyof Features;

/** A feature as a value; what it does is for those who use it (`conversation/features.ts`), whose imports lead back here. */
export interface Feature<Name extends FeatureName> {
  readonly feature: Name;
}

/** The lowering of schemas to a subset of JSON Schema, and the profiles that need it. */
export interface SchemaSubsets extends Feature<"schemaSubsets"> {
  readonly rewriter: SchemaRewriter<never>;
  /** How each profile lowers the functions for a target; see `schema/profiles/`. */
  readonly profiles: Readonly<Record<string, unknown>>;
}

/** Where programs import features from. */
const ENTRY = "@toolglot/core/features";

/** A translation needs what the program did not import. It fails as a whole, whatever `onInvalid` is. */
export class MissingFeature extends Error {
  override readonly name = "MissingFeature";
  /** What to import from `@toolglot/core/features`. */
  readonly feature: FeatureName;

  constructor(feature: FeatureName, purpose: string) {
    super(
      `${purpose} needs the feature ${feature}: import { ${feature} } from "${ENTRY}" and pass features: { ${feature} }`,
    );
    this.feature = feature;
  }
}

/** Throws an error that says what to import, where a feature is missing. */
export function requireFeature(features: Features, name: FeatureName, purpose: string): void {
  if (features[name] === undefined) throw new MissingFeature(name, purpose);
}

/** A program that imports none. */
export const NO_FEATURES: Features = {};
