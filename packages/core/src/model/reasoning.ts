import type { ReasoningPart, Seal } from "./part.ts";

/** What a model reasoned before one of its calls, or before an answer without calls; plain JSON, made to be stored. */
export interface KeptReasoning {
  /** Who reasoned: nobody else gets it back. */
  readonly provider: string;
  /** What came before the call, in its order. */
  readonly before: readonly KeptPart[];
  /** The signature of the call itself. */
  readonly seal?: Seal;
}

/** Reasoning as it was given, or the place of a text between. */
export type KeptPart =
  | Pick<ReasoningPart, "type" | "texts" | "summary" | "redacted" | "seal">
  | { readonly type: "text"; readonly seal?: Seal };

/** Reasoning, and the key under which a later request of the conversation asks for it. */
export interface ReasoningRecord {
  readonly key: string;
  readonly reasoning: KeptReasoning;
}
