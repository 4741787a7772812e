import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema, SchemaInput } from "../../model/schema.ts";

/** What executables that describe themselves look like to TypeScript. */
export interface ExecutableWire {
  tool: ExecutableTool;
  /** Executables have no tool choice. */
  choice: undefined;
  call: ExecutableCall;
  result: ExecutableResult;
  message: ExecutableResult;
  /** Executables have no requests to a model, and so none of what follows. */
  request: never;
  response: never;
  event: never;
}

/** What is read as the format of executables. */
export interface ExecutableInput {
  tool: { readonly name: string; readonly description: string; readonly parameters: SchemaInput };
  choice: undefined;
  calls: ExecutableCall | readonly ExecutableCall[];
  results: ExecutableResult | readonly ExecutableResult[];
  request: never;
  response: never;
  event: never;
}

/** What an executable prints for `--schema`; all three fields are required. */
export interface ExecutableTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Which executable is called, and what it reads on standard input. */
export interface ExecutableCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What the model gets for a call. */
export type ExecutableResult =
  | { readonly tool_success: true; readonly result: Json }
  | { readonly tool_success: false; readonly error: string; readonly error_code: string };
