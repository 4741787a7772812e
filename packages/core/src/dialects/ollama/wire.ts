import type { JsonSchema } from "../../model/schema.ts";

/** https://docs.ollama.com/api/chat */
export interface FunctionTool {
  readonly type: "function";
  readonly function: FunctionDefinition;
}

/** A function without the wrapping. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
}
