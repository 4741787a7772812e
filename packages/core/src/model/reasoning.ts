import type { ReasoningPart } from "./content.ts";
import type { Signature } from "./signature.ts";

/** What came before one of a model's calls, or before a response without calls; plain JSON, so that it can be stored. */
export interface KeptReasoning {
  /** The vendor and provider that it is sent back to; no other gets it. */
  readonly provider: string;
  /** The parts before the call, in order. */
  readonly before: readonly KeptPart[];
  /** The signature of the call itself. */
  readonly signature?: Signature;
  /** The deferred tools that the bridge's own tool search has found before, as `namespace:name`. */
  readonly loaded?: readonly string[];
}

/** A reasoning part, or the position of a text between two of them. */
export type KeptPart =
  | Pick<ReasoningPart, "type" | "texts" | "summary" | "redacted" | "signature">
  | { readonly type: "text"; readonly signature?: Signature };

/** Reasoning, and the key under which a later request of the conversation asks for it. */
export interface ReasoningRecord {
  readonly key: string;
  readonly reasoning: KeptReasoning;
}
