import type { JsonObject } from "@toolglot/core";

/** Sends one request to a model and resolves to the complete response. Rejects with a `GenerateError` otherwise. */
export type Generate = (request: JsonObject, options: GenerateOptions) => Promise<GenerateResult>;

/** What a model reports while it responds, and what stops it. */
export interface GenerateOptions {
  /** Called with each piece of the response's text. */
  onText(text: string): void;
  /** Called with each piece of the model's reasoning, if the model shows it. */
  onReasoning(text: string): void;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** The response of a model. */
export interface GenerateResult {
  readonly content: readonly JsonObject[];
  /** The `stop_reason` of the agent's dialect. */
  readonly stopReason: string;
  readonly usage?: TokenUsage;
  /** The arguments of calls that are not valid JSON, as the model sent them, by call id. */
  readonly invalidArguments?: ReadonlyMap<string, string>;
}

/** How many tokens a request used. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** Why a model did not respond. */
export class GenerateError extends Error {
  override readonly name: string = "GenerateError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
