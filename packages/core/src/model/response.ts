import type { Failure } from "./failure.ts";
import type { JsonObject } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { Part } from "./part.ts";

/** What a model answered. */
export interface CanonicalResponse extends Provenance {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  /** Seconds since 1970, where the source says it. */
  readonly created?: number | undefined;
  readonly candidates: readonly Candidate[];
  readonly usage?: Usage | undefined;
  readonly serviceTier?: string | undefined;
  /** The answer is an error, although it came as a success. */
  readonly failure?: Failure | undefined;
}

/** One of the answers. */
export interface Candidate extends Provenance {
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
}

/** Why an answer ends. */
export type FinishReasonName =
  | "end"
  | "length"
  | "tool"
  | "stop-sequence"
  | "filter"
  | "refusal"
  /** The vendor's own tools need another round. */
  | "pause"
  /** The model's output could not be used, such as a malformed call. */
  | "malformed"
  | "other";

export interface FinishReason {
  readonly reason: FinishReasonName;
  /** The source's own word. */
  readonly raw?: string;
  /** The word says more than the reason. */
  readonly special?: true;
  /** Which stop sequence was met. */
  readonly sequence?: string;
  readonly message?: string;
  /** What the request that continues a paused turn has besides the turn itself. */
  readonly resume?: JsonObject;
}

/** Tokens. `input` counts all of it, cached or not; `output` counts the reasoning as well. */
export interface Usage extends Provenance {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly total?: number | undefined;
}
