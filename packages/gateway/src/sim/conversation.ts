import type { Json, JsonObject } from "@toolglot/core";

/** A request, independent of its dialect. */
export interface SimConversation {
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: SimToolChoice;
  /** Whether several tools may be called at once. */
  readonly parallel: boolean;
  /** What the person has said last, without what an agent has added. */
  readonly lastUserText: string;
  /** The tool results since the last assistant message. */
  readonly results: readonly SimToolResult[];
  /** Set if the response is to be JSON; with its schema, if there is one. */
  readonly format?: { readonly schema?: Json };
  readonly wantsReasoning: boolean;
  /** Whether a stream ends with the usage, if the dialect makes it optional. */
  readonly wantsUsage: boolean;
  /** The original body. */
  readonly body: JsonObject;
}

export interface OfferedTool {
  readonly name: string;
  readonly kind: "function" | "custom";
  readonly schema: Json;
}

export interface SimToolChoice {
  readonly mode: "none" | "auto" | "required";
  /** The tools that may be called; by default all. */
  readonly names?: readonly string[];
}

export interface SimToolResult {
  readonly name: string;
  readonly text: string;
}

/** A response, independent of its dialect. */
export interface SimResponse {
  /** 32 hexadecimal digits that depend on the request only. */
  readonly id: string;
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls: readonly SimToolCall[];
  readonly finish: SimFinishReason;
  readonly usage: SimUsage;
}

export type SimFinishReason = "stop" | "length" | "filter";

export interface SimToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments of a function, or the text for a custom tool. */
  readonly input: JsonObject | string;
}

export interface SimUsage {
  readonly input: number;
  readonly output: number;
  /** The part of the output that is reasoning. */
  readonly reasoning: number;
}
