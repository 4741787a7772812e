import type { Failure } from "./failure.ts";
import type { JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";
import type { Usage } from "./usage.ts";

/** A response of a model. */
export interface CanonicalResponse extends Provenance {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  /** Seconds since 1970, where the source has it. */
  readonly created?: number | undefined;
  readonly candidates: readonly Candidate[];
  readonly usage?: Usage | undefined;
  /** The service tier that the response was served with. */
  readonly usedTier?: string | undefined;
  /** The response reports an error although its HTTP status was a success. */
  readonly failure?: Failure | undefined;
}

/** One candidate of a response. */
export interface Candidate extends Provenance {
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
}

/** Why a response ended, in the canonical names. */
export type FinishReasonName =
  | "end"
  | "length"
  | "tool"
  | "stop-sequence"
  | "filter"
  | "refusal"
  /** The vendor's server tools have paused the turn. */
  | "pause"
  /** The model's output could not be used, such as a malformed call. */
  | "malformed"
  | "other";

export interface FinishReason {
  readonly reason: FinishReasonName;
  /** The source's own finish reason. */
  readonly raw?: string;
  /** `raw` is more specific than `reason`. */
  readonly special?: true;
  /** The stop sequence that was met. */
  readonly sequence?: string;
  readonly message?: string;
  /** What the request that continues a paused turn has besides the turn itself. */
  readonly resume?: JsonObject;
}
