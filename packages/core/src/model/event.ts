import type { Citation } from "./content.ts";
import type { Failure } from "./failure.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";
import type { FinishReason } from "./response.ts";
import type { Signature } from "./signature.ts";
import type { Usage } from "./usage.ts";

/**
 * An event of a stream. The decoder numbers parts in the order of their start; several may be open at once. The arguments of
 * a call come as deltas of JSON text, whatever the source sends.
 */
export type StreamEvent =
  | (Provenance & {
      readonly type: "response-start";
      readonly id?: string | undefined;
      readonly model?: string | undefined;
      readonly created?: number | undefined;
      readonly usedTier?: string | undefined;
      readonly usage?: Usage | undefined;
    })
  | { readonly type: "part-start"; readonly index: number; readonly part: PartStart }
  | { readonly type: "part-delta"; readonly index: number; readonly text: string }
  /** What becomes known of a part after its start: the name or id of a call, a signature, a citation. */
  | { readonly type: "part-note"; readonly index: number; readonly note: PartNote }
  /** Part of a block has arrived whose `part-start` follows when it is complete, such as the input of a server tool. */
  | { readonly type: "part-progress"; readonly index: number }
  /** `cut`: the response ended before the arguments of the call were complete, so that it must not be passed on as a call. */
  | { readonly type: "part-end"; readonly index: number; readonly cut?: boolean }
  | { readonly type: "usage"; readonly usage: Usage }
  | (Provenance & {
      readonly type: "response-end";
      readonly finishReason: FinishReason;
      /** Where it was not known at the start of the response. */
      readonly usedTier?: string | undefined;
      readonly usage?: Usage | undefined;
    })
  | { readonly type: "failure"; readonly failure: Failure };

/** The start of a part; its text or arguments follow in deltas. */
export type PartStart =
  | { readonly type: "text" }
  | { readonly type: "refusal" }
  | {
      readonly type: "reasoning";
      readonly summary?: boolean;
      readonly redacted?: boolean;
      readonly signature?: Signature;
    }
  | {
      readonly type: "call";
      readonly kind: "function" | "custom";
      /** Empty where it is not known yet, or never. */
      readonly id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly builtIn?: string;
      readonly signature?: Signature;
    }
  /** A part that is complete at its start. */
  | { readonly type: "whole"; readonly part: Part };

export interface PartNote {
  readonly id?: string;
  readonly name?: string;
  readonly signature?: Signature;
  readonly citation?: Citation;
  /** A new paragraph of a reasoning summary starts. */
  readonly paragraph?: true;
}
