import type { JsonObject } from "../../model/json.ts";
import type { SchemaInput } from "../../model/schema.ts";

/** What `/api/chat` looks like to TypeScript: assignable to the types of `ollama`. */
export interface OllamaWire {
  tool: OllamaTool;
  /** Ollama has no tool choice. */
  choice: undefined;
  call: OllamaCall;
  result: OllamaMessage;
  message: OllamaMessage;
  request: OllamaRequest;
  response: OllamaResponse;
  event: OllamaResponse;
}

/** What is read as `/api/chat`: the types of `ollama` are assignable to it. */
export interface OllamaInput {
  tool: { readonly type: string; readonly function: OllamaFunctionInput } | OllamaFunctionInput;
  choice: undefined;
  calls: OllamaResponseInput | OllamaMessageInput | OllamaCallInput | readonly (OllamaMessageInput | OllamaCallInput)[];
  results: OllamaMessageInput | readonly OllamaMessageInput[];
  request: OllamaRequestInput;
  response: OllamaResponseInput;
  event: OllamaResponseInput;
}

/** https://docs.ollama.com/api/chat */
export interface OllamaTool {
  readonly type: "function";
  readonly function: OllamaFunction;
}

/** A function without the wrapping. */
export interface OllamaFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: OllamaParameters;
}

/** The schema of a function's arguments. */
export interface OllamaParameters {
  readonly type?: "object";
  readonly required?: string[];
  readonly properties?: { readonly [name: string]: { readonly type?: string | string[] } };
}

/** A call in an assistant message. */
export interface OllamaCall {
  readonly id?: string;
  readonly function: { readonly index?: number; readonly name: string; readonly arguments: JsonObject };
}

/** What somebody says, calls or returns. */
export interface OllamaMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly thinking?: string;
  readonly images?: string[];
  readonly tool_calls?: OllamaCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

/** https://docs.ollama.com/api/chat */
export interface OllamaRequest {
  readonly model: string;
  readonly messages: OllamaMessage[];
  readonly tools?: OllamaTool[];
  readonly format?: "json" | JsonObject;
  readonly think?: boolean | "high" | "medium" | "low";
  readonly stream?: boolean;
  readonly keep_alive?: string | number;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly options?: OllamaOptions;
}

/** https://docs.ollama.com/modelfile#valid-parameters-and-values */
export interface OllamaOptions {
  readonly num_predict?: number;
  readonly temperature?: number;
  readonly top_k?: number;
  readonly top_p?: number;
  readonly seed?: number;
  readonly stop?: string[];
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
}

/** A response, or a piece of one; the SDK's type says that the counts are always there, and that the time is a `Date`. */
export interface OllamaResponse {
  readonly model: string;
  readonly created_at: string;
  readonly message: OllamaMessage;
  readonly done: boolean;
  readonly done_reason?: string;
  readonly total_duration?: number;
  readonly load_duration?: number;
  readonly prompt_eval_count?: number;
  readonly prompt_eval_duration?: number;
  readonly eval_count?: number;
  readonly eval_duration?: number;
}

// ── what is read ────────────────────────────────────────────────────────────

/** A function without the wrapping. */
export interface OllamaFunctionInput {
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: SchemaInput;
}

/** A call in an assistant message. */
export interface OllamaCallInput {
  readonly function: { readonly name: string; readonly arguments: object };
}

/** A message of a request, or of a response. */
export interface OllamaMessageInput {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly OllamaCallInput[];
}

/** A request, with the fields that all requests have. */
export interface OllamaRequestInput {
  readonly model: string;
  readonly messages?: readonly OllamaMessageInput[];
  readonly tools?: readonly OllamaInput["tool"][];
}

/** A response, with the fields that all responses have. */
export interface OllamaResponseInput {
  readonly model: string;
  readonly message: OllamaMessageInput;
  readonly done: boolean;
}
