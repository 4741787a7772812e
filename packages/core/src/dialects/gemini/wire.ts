import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** https://ai.google.dev/api/caching#Tool; every built-in tool is a field beside the functions. */
export interface GeminiTool {
  readonly functionDeclarations?: readonly Json[];
  readonly function_declarations?: readonly Json[];
}

/** https://ai.google.dev/api/caching#FunctionDeclaration; the server also takes every field in snake_case. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema?: JsonSchema;
  readonly parameters?: JsonObject;
  readonly parameters_json_schema?: JsonSchema;
  readonly responseJsonSchema?: JsonSchema;
  readonly response?: JsonObject;
  readonly response_json_schema?: JsonSchema;
  readonly behavior?: "BLOCKING" | "NON_BLOCKING";
}
