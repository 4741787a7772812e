import type { ReasoningPart, Signature } from "./part.ts";

/** What a model reasoned before one of its calls, or before an answer without calls; plain JSON, made to be stored. */
export interface KeptReasoning {
  /** Who reasoned: nobody else gets it back. */
  readonly provider: string;
  /** What came before the call, in its order. */
  readonly before: readonly KeptPart[];
  /** The signature of the call itself. */
  readonly signature?: Signature;
}

/** Reasoning as it was given, or the place of a text between. */
export type KeptPart =
  | Pick<ReasoningPart, "type" | "texts" | "summary" | "redacted" | "signature">
  | { readonly type: "text"; readonly signature?: Signature };

/** Reasoning, and the key under which a later request of the conversation asks for it. */
export interface ReasoningRecord {
  readonly key: string;
  readonly reasoning: KeptReasoning;
}
