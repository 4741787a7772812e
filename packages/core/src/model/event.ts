import type { Failure } from "./failure.ts";
import type { Provenance } from "./node.ts";
import type { Citation, Part, Signature } from "./part.ts";
import type { FinishReason, Usage } from "./response.ts";

/**
 * A stream, said in the canonical words. Parts are numbered by the decoder in the order in which they begin; several may be
 * open at once. A call's arguments come as JSON text in deltas, whatever the source sends.
 */
export type StreamEvent =
  | (Provenance & {
      readonly type: "response-start";
      readonly id?: string;
      readonly model?: string;
      readonly created?: number;
      readonly serviceTier?: string | undefined;
      readonly usage?: Usage;
    })
  | { readonly type: "part-start"; readonly index: number; readonly part: PartStart }
  | { readonly type: "part-delta"; readonly index: number; readonly text: string }
  /** What is known of a part only later: the name or id of a call, a signature, a source that a text cites. */
  | { readonly type: "part-note"; readonly index: number; readonly note: PartNote }
  /** More of a part has come that will start when it is whole, such as the input of a server tool. */
  | { readonly type: "part-progress"; readonly index: number }
  /** `cut`: the answer ended before the arguments of a call were complete, so that it must not look like one. */
  | { readonly type: "part-end"; readonly index: number; readonly cut?: boolean }
  | { readonly type: "usage"; readonly usage: Usage }
  | (Provenance & {
      readonly type: "response-end";
      readonly finishReason: FinishReason;
      /** Where it was not known when the answer began. */
      readonly serviceTier?: string | undefined;
      readonly usage?: Usage;
    })
  | { readonly type: "failure"; readonly failure: Failure };

/** How a part begins; its text, or its arguments, follow in deltas. */
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
      /** Empty where not known yet, or never. */
      readonly id: string;
      readonly name: string;
      readonly namespace?: string;
      readonly builtIn?: string;
      readonly signature?: Signature;
    }
  /** A part that comes as a whole. */
  | { readonly type: "whole"; readonly part: Part };

export interface PartNote {
  readonly id?: string;
  readonly name?: string;
  readonly signature?: Signature;
  readonly citation?: Citation;
  /** A new paragraph of a summary begins. */
  readonly paragraph?: true;
}
