import type { Json, JsonObject } from "@toolglot/core";

/** What a request asks for, whatever dialect it came in. */
export interface Asked {
  readonly model: string;
  readonly streams: boolean;
  readonly tools: readonly AskedTool[];
  readonly choice: AskedChoice;
  /** Whether several tools may be called at once. */
  readonly parallel: boolean;
  readonly lastUserText: string;
  /** What came back from tools since the model last spoke. */
  readonly results: readonly AskedResult[];
  /** That the answer be JSON; `schema` says which. */
  readonly format?: { readonly schema?: Json };
  readonly wantsReasoning: boolean;
  /** Whether a stream is to tell its usage, where the dialect leaves that open. */
  readonly wantsUsage: boolean;
  /** The body that all of this was read from. */
  readonly body: JsonObject;
}

export interface AskedTool {
  readonly name: string;
  readonly kind: "function" | "custom";
  readonly schema: Json;
}

export interface AskedChoice {
  readonly mode: "none" | "auto" | "required";
  /** The tools that may be called; all of them without this. */
  readonly names?: readonly string[];
}

export interface AskedResult {
  readonly name: string;
  readonly text: string;
}

/** What is answered, before a dialect puts it in its words. */
export interface Answer {
  /** 32 hexadecimal digits, the same for the same request. */
  readonly id: string;
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls: readonly AnswerCall[];
  readonly finish: Finish;
  readonly usage: AnswerUsage;
}

export type Finish = "stop" | "length" | "filter";

export interface AnswerCall {
  readonly id: string;
  readonly name: string;
  /** The arguments of a function, or the text for a custom tool. */
  readonly input: JsonObject | string;
}

export interface AnswerUsage {
  readonly input: number;
  readonly output: number;
  /** How much of the output was reasoning. */
  readonly reasoning: number;
}
