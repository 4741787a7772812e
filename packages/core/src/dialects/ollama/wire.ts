import type { JsonSchema } from "../../model/schema.ts";

/** https://docs.ollama.com/api/chat */
export interface OllamaTool {
  readonly type: "function";
  readonly function: OllamaFunction;
}

/** A function without the wrapping. */
export interface OllamaFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
}
