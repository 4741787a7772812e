import type { JsonObject } from "@toolglot/core";
import type { Frame, SimDialect } from "../dialects/dialect.ts";
import type { Step } from "../steps.ts";

/** A way to fail. What it does to a reply is told stage by stage: the value or the frames, their text, the steps. */
export interface Fault {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** What the number after `@` means, and what it is without one. */
  readonly parameter?: { readonly means: string; readonly usual: number };
  /** It needs two calls to be seen. */
  readonly twoCalls?: true;
  readonly body?: (value: JsonObject, context: FaultContext) => JsonObject;
  readonly frames?: (frames: readonly Frame[], context: FaultContext) => Frame[];
  readonly text?: (text: string, context: FaultContext) => string;
  readonly steps?: (steps: readonly Step[], context: FaultContext) => Step[];
}

export interface FaultContext {
  /** The number after `@`. */
  readonly n: number;
  readonly dialect: SimDialect;
  readonly streams: boolean;
  /** How often this model has been asked before. */
  readonly before: number;
}
