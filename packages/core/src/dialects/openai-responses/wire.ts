import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** https://platform.openai.com/docs/api-reference/responses/create#responses-create-tools */
export interface ResponsesFunctionTool extends FunctionDefinition {
  readonly type: "function";
  readonly output_schema?: JsonSchema;
  readonly defer_loading?: boolean;
  readonly allowed_callers?: readonly Json[];
  readonly async?: boolean;
}

/** A function with the wrapping of Chat, alone or beside the flat form. */
export interface ResponsesWrappedFunctionTool {
  readonly type: "function";
  readonly function: FunctionDefinition;
}

interface FunctionDefinition {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: JsonSchema | null;
  /** Absent is not `false`: the server then tries to make the schema strict. */
  readonly strict?: boolean | null;
}

/** A tool that takes free text. */
export interface ResponsesCustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?: { readonly type: string; readonly syntax?: string; readonly definition?: string };
  readonly defer_loading?: boolean;
  readonly allowed_callers?: readonly Json[];
  readonly async?: boolean;
}

/** A custom tool with the wrapping of Chat: its grammar is nested there. */
export interface ResponsesWrappedCustomTool {
  readonly type: "custom";
  readonly custom: {
    readonly name: string;
    readonly description?: string;
    readonly format?: {
      readonly type: string;
      readonly grammar?: { readonly syntax: string; readonly definition: string };
    };
  };
}

/** Functions and custom tools under one name. */
export interface ResponsesNamespaceTool {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Json[];
}

/** The settings of `web_search*` that other vendors have too. */
export interface ResponsesWebSearchSettings {
  readonly filters?: { readonly allowed_domains?: readonly string[] | null } | null;
  readonly user_location?: JsonObject | null;
  readonly search_context_size?: string;
}

/** The settings of `code_interpreter`. */
export interface ResponsesCodeInterpreterSettings {
  readonly container: string | JsonObject;
}

/** The settings of `tool_search`. */
export interface ResponsesToolSearchSettings {
  readonly execution?: "server" | "client";
}

/** The direction of a message, which decides the types of its parts. */
export type Side = "input" | "output";
