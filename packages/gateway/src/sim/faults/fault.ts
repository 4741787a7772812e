import type { JsonObject } from "@toolglot/core";
import type { SimDialect, SimFrame } from "../dialects/dialect.ts";
import type { SimStep } from "../steps.ts";

/**
 * A fault. It changes a response at one or more stages: the body or the frames, their text, their bytes before a binary
 * framing wraps them, the steps.
 */
export interface Fault {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** What the number after `@` means, and its default. */
  readonly parameter?: { readonly means: string; readonly default: number };
  /** It only has an effect on two calls. */
  readonly twoCalls?: true;
  /** It only has an effect on streams with a binary framing. */
  readonly binaryOnly?: true;
  readonly body?: (value: JsonObject, context: FaultContext) => JsonObject;
  readonly frames?: (frames: readonly SimFrame[], context: FaultContext) => SimFrame[];
  readonly text?: (text: string, context: FaultContext) => string;
  readonly payloads?: (payloads: readonly Uint8Array[]) => Uint8Array[];
  readonly steps?: (steps: readonly SimStep[], context: FaultContext) => SimStep[];
}

export interface FaultContext {
  /** The number after `@`. */
  readonly n: number;
  readonly dialect: SimDialect;
  readonly stream: boolean;
  /** How many requests this model got before. */
  readonly earlierRequests: number;
}
