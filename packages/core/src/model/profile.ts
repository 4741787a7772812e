import type { CallRules, ConversationProfile } from "./conversation-profile.ts";
import type { NameRule } from "./name-rule.ts";
import type { SchemaProfile, StrictBudget } from "./schema-profile.ts";
import type { HostedKind } from "./tool.ts";

/** The names that a profile may have; `native` is the default between dialects. */
export type ProfileName =
  | "native"
  | "strict"
  | "strict-literal"
  | "lenient"
  | "conservative"
  | "portable"
  | "passthrough";

/** How the profile `strict-literal` writes schemas for a dialect. */
export interface LiteralProfile {
  /** Strict, with every property required and the root closed. */
  readonly strict: boolean;
  /** Keywords that are taken away at every level. */
  readonly removes: ReadonlySet<string>;
  readonly variant?: string;
}

/** What translating calls and results needs of a dialect's profile. */
export interface CallProfile {
  readonly toolNames: NameRule;
  /** The fields of a canonical tool that this dialect has. */
  readonly toolFields: ReadonlySet<string>;
  readonly conversation: CallRules;
}

/** The facts of a dialect. */
export interface DialectProfile extends CallProfile {
  readonly conversation: ConversationProfile;
  /** The schema subset by default, and of named variants of the dialect. */
  readonly native: SchemaProfile;
  readonly variants?: Readonly<Record<string, SchemaProfile>>;
  /** The schema subset of structured output, where it differs. */
  readonly format?: SchemaProfile;
  /** The schema subset of strict mode, where there is one. */
  readonly strict?: SchemaProfile;
  readonly strictBudget?: StrictBudget;
  /** Whether `strict` must be written even when it is false. */
  readonly strictIsExplicit: boolean;
  /** The features that the `conservative` profile removes, by tooladapter's support matrix. */
  readonly conservativeLacks: ReadonlySet<string>;
  /** What the `strict-literal` profile does for this dialect. */
  readonly literal: LiteralProfile;
  /** The hosted tools of this dialect, and the vendor's type of each. */
  readonly hosted: Readonly<Partial<Record<HostedKind, string>>>;
  /** The names of hosted tools, where they share one namespace with functions. */
  readonly hostedNames?: Readonly<Partial<Record<HostedKind, string>>>;
  /** The type of the client-side tool search. */
  readonly clientSearch?: string;
  /** Whether tools can be searched for depends on the model. */
  readonly searchByModel?: boolean;
}
