import type { RowContent } from "../exchange/views.ts";

/** What the playground can translate. */
export const PLAYGROUND_KINDS = ["tools", "request", "response", "stream"] as const;

export type PlaygroundKind = (typeof PLAYGROUND_KINDS)[number];

/** A text that was pasted, and what its reader says it is. What is absent is detected. */
export interface PlaygroundInput {
  readonly text: string;
  readonly what?: PlaygroundKind | undefined;
  readonly from?: string | undefined;
  readonly profile?: string | undefined;
  /** The dialect that is shown first. */
  readonly to?: string | undefined;
}

/** What a text is, and where it can be translated to. */
export interface IdentifiedInput {
  readonly what: PlaygroundKind;
  readonly from: string;
  /** The dialects that it can be translated to, with their titles. */
  readonly targets: readonly TargetDialect[];
  readonly profiles: readonly string[];
}

export interface TargetDialect {
  readonly id: string;
  readonly title: string;
}

/** A text in another dialect. */
export interface TranslatedInput {
  /** The translation, to be read and copied. */
  readonly text: string;
  readonly rows: readonly RowContent[];
  /** How many rows there are, where not all of them are shown. */
  readonly total: number;
  /** What was lost: content and settings; metadata. */
  readonly losses: { readonly counted: number; readonly metadata: number };
  readonly changes: number;
}

/** A text that cannot be read or translated, and what to do about it. */
export interface InputProblem {
  readonly problem: string;
}
