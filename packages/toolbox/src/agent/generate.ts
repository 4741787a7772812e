import type { JsonObject } from "@toolglot/core";

/** Sends one request to a model, and resolves to an answer that is whole. Rejects with an `AskError` where there is none. */
export type Generate = (request: JsonObject, options: GenerateOptions) => Promise<GenerateResult>;

export interface GenerateOptions {
  /** Told of the answer's words as they come. */
  onText(text: string): void;
  /** Told of the model's thoughts as they come, where it shows them. */
  onReasoning(text: string): void;
  /** Ends the request at any moment. */
  readonly signal: AbortSignal;
}

/** What a model answered. */
export interface GenerateResult {
  readonly content: readonly JsonObject[];
  /** Why it ends, in the word of the loop's dialect. */
  readonly stopReason: string;
  readonly usage?: TokenUsage;
  /** Calls whose arguments are no JSON: their ids, and the arguments as they came. */
  readonly invalidArguments?: ReadonlyMap<string, string>;
}

/** Tokens. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** Why there is no answer. */
export class GenerateError extends Error {
  override readonly name: string = "AskError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
