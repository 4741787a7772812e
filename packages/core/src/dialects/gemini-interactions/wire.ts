import type { JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** What the Interactions API looks like to TypeScript: assignable to the types of `@google/genai`. */
export interface InteractionsWire {
  tool: InteractionsTool;
  choice: InteractionsToolChoice;
  call: InteractionsFunctionCall;
  result: InteractionsFunctionResult;
  message: InteractionsStep;
  request: InteractionsRequest;
  response: InteractionsResponse;
  event: InteractionsStreamEvent;
}

/** What is read as the Interactions API: the types of `@google/genai` are assignable to it. */
export interface InteractionsInput {
  tool: InteractionsToolInput;
  choice: string | { readonly allowed_tools?: InteractionsAllowedToolsInput | undefined };
  calls: InteractionsResponseInput | InteractionsStepInput | readonly InteractionsStepInput[];
  results: InteractionsStepInput | readonly InteractionsStepInput[];
  request: InteractionsRequestInput;
  response: InteractionsResponseInput;
  event: { readonly event_type: string };
}

/** https://ai.google.dev/api/interactions-api: an entry of `tools`. */
export type InteractionsTool =
  | InteractionsFunction
  | { readonly type: "google_search" }
  | { readonly type: "url_context" }
  | { readonly type: "code_execution" };

/** A function that the client runs. */
export interface InteractionsFunction {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
}

/** `tool_choice` in `generation_config`. */
export type InteractionsToolChoice = InteractionsToolMode | { readonly allowed_tools: InteractionsAllowedTools };

/** Whether the model may, must or must not call functions. */
export type InteractionsToolMode = "auto" | "any" | "none" | "validated";

/** The functions that the model may call. */
export interface InteractionsAllowedTools {
  readonly mode?: InteractionsToolMode;
  readonly tools?: string[];
}

/** A piece of what somebody says. */
export type InteractionsContent = InteractionsText | InteractionsMedia;

/** A text, with the pages that it cites. */
export interface InteractionsText {
  readonly type: "text";
  readonly text: string;
  readonly annotations?: InteractionsUrlCitation[];
}

/** A page that a text cites; its offsets are bytes of the text. */
export interface InteractionsUrlCitation {
  readonly type: "url_citation";
  readonly url?: string;
  readonly title?: string;
  readonly start_index?: number;
  readonly end_index?: number;
}

/** An image, audio, a video or a document: its bytes, or where they are. */
export interface InteractionsMedia {
  readonly type: "image" | "audio" | "video" | "document";
  readonly data?: string;
  readonly mime_type?: string;
  readonly uri?: string;
}

/** What the user says. */
export interface InteractionsUserInput {
  readonly type: "user_input";
  readonly content?: InteractionsContent[];
}

/** What the model says. */
export interface InteractionsModelOutput {
  readonly type: "model_output";
  readonly content?: InteractionsContent[];
}

/** What the model thinks: a summary, and what only Google can read. */
export interface InteractionsThought {
  readonly type: "thought";
  readonly signature?: string;
  readonly summary?: InteractionsText[];
}

/** A call of a function. */
export interface InteractionsFunctionCall {
  readonly type: "function_call";
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The result of a call. */
export interface InteractionsFunctionResult {
  readonly type: "function_result";
  readonly call_id: string;
  readonly name?: string;
  readonly is_error?: boolean;
  readonly result: string | JsonObject | InteractionsContent[];
}

/** A step of a conversation, in a request or a response. */
export type InteractionsStep =
  | InteractionsUserInput
  | InteractionsModelOutput
  | InteractionsThought
  | InteractionsFunctionCall
  | InteractionsFunctionResult;

/** https://ai.google.dev/api/interactions-api: what a model is asked for. */
export interface InteractionsRequest {
  readonly model: string;
  readonly input?: string | InteractionsStep[];
  readonly system_instruction?: string;
  readonly tools?: InteractionsTool[];
  readonly generation_config?: InteractionsGenerationConfig;
  readonly response_format?: InteractionsResponseFormat;
  readonly previous_interaction_id?: string;
  readonly store?: boolean;
  readonly stream?: boolean;
  readonly service_tier?: "flex" | "standard" | "priority";
}

/** The settings of a model. */
export interface InteractionsGenerationConfig {
  readonly max_output_tokens?: number;
  readonly seed?: number;
  readonly stop_sequences?: string[];
  readonly temperature?: number;
  readonly thinking_level?: "minimal" | "low" | "medium" | "high";
  readonly thinking_summaries?: "auto" | "none";
  readonly tool_choice?: InteractionsToolChoice;
  readonly top_p?: number;
}

/** Structured output. */
export interface InteractionsResponseFormat {
  readonly type: "text";
  readonly mime_type?: "application/json" | "text/plain";
  readonly schema?: JsonObject;
}

/** How far an interaction is. */
export type InteractionsStatus =
  | "in_progress"
  | "requires_action"
  | "completed"
  | "failed"
  | "cancelled"
  | "incomplete"
  | "budget_exceeded"
  | "queued"
  | "requires_continuation";

/** https://ai.google.dev/api/interactions-api: an interaction. */
export interface InteractionsResponse {
  readonly id: string;
  readonly object: "interaction";
  readonly status: InteractionsStatus;
  readonly model?: string;
  readonly steps: InteractionsStep[];
  readonly usage?: InteractionsUsage;
  readonly created?: string;
  readonly updated?: string;
  readonly service_tier?: string;
  readonly previous_interaction_id?: string;
}

/** The tokens of an interaction. */
export interface InteractionsUsage {
  readonly total_input_tokens?: number;
  readonly total_cached_tokens?: number;
  readonly total_output_tokens?: number;
  readonly total_thought_tokens?: number;
  readonly total_tool_use_tokens?: number;
  readonly total_tokens?: number;
}

/** https://ai.google.dev/gemini-api/docs/interactions/streaming */
export type InteractionsStreamEvent =
  | {
      readonly event_type: "interaction.created" | "interaction.completed";
      readonly interaction: InteractionsEventInteraction;
    }
  | {
      readonly event_type: "interaction.status_update";
      readonly interaction_id: string;
      readonly status: InteractionsStatus;
    }
  | { readonly event_type: "step.start"; readonly index: number; readonly step: InteractionsStep }
  | { readonly event_type: "step.delta"; readonly index: number; readonly delta: InteractionsDelta }
  | { readonly event_type: "step.stop"; readonly index: number }
  | { readonly event_type: "error"; readonly error?: { readonly code?: string; readonly message?: string } };

/** An interaction in an event: without its steps, which have events of their own. */
export type InteractionsEventInteraction = Omit<InteractionsResponse, "steps" | "previous_interaction_id">;

/** A piece of a step. */
export type InteractionsDelta =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "text_annotation_delta"; readonly annotations?: InteractionsUrlCitation[] }
  | { readonly type: "arguments_delta"; readonly arguments?: string }
  | { readonly type: "thought_signature"; readonly signature?: string }
  | { readonly type: "thought_summary"; readonly content?: InteractionsText }
  | InteractionsMedia;

// ── what is read ────────────────────────────────────────────────────────────

// The types of the SDK have `undefined` in every optional field.

/** A function, or a tool that Google defines. */
export interface InteractionsToolInput {
  readonly type: string;
  readonly name?: string | undefined;
  readonly parameters?: unknown;
}

/** The functions that the model may call. */
export interface InteractionsAllowedToolsInput {
  readonly mode?: string | undefined;
  readonly tools?: readonly string[] | undefined;
}

/** A step, or a piece of content. */
export interface InteractionsStepInput {
  readonly type: string;
}

/** A request, with the fields that tell it from others. */
export interface InteractionsRequestInput {
  readonly model?: string | undefined;
  readonly input?: string | InteractionsStepInput | readonly InteractionsStepInput[] | undefined;
  readonly system_instruction?: string | undefined;
  readonly tools?: readonly InteractionsToolInput[] | undefined;
  readonly generation_config?: object | undefined;
  readonly previous_interaction_id?: string | undefined;
}

/** A response, with the fields that all responses have. */
export interface InteractionsResponseInput {
  readonly id: string;
  readonly status: string;
  readonly steps?: readonly InteractionsStepInput[] | undefined;
}

// ── the fields that the codecs read ─────────────────────────────────────────

/** The fields of a function. */
export interface InteractionsFunctionFields {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
}
