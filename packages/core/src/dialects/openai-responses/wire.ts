import type { JsonObject } from "../../model/json.ts";
import type { SchemaInput } from "../../model/schema.ts";

/** What the Responses API looks like to TypeScript: assignable to the types of `openai`. */
export interface ResponsesWire {
  tool: ResponsesTool;
  choice: ResponsesToolChoice;
  call: ResponsesCall;
  result: ResponsesCallOutput;
  message: ResponsesInputItem;
  request: ResponsesRequest;
  response: ResponsesResponse;
  event: ResponsesStreamEvent;
}

/** What is read as the Responses API: the types of `openai` are assignable to it. */
export interface ResponsesInput {
  tool: ResponsesToolInput;
  choice: "none" | "auto" | "required" | { readonly type: string };
  calls: ResponsesResponseInput | { readonly type: string } | readonly ResponsesItemInput[];
  results: ResponsesItemInput | readonly ResponsesItemInput[];
  request: ResponsesRequestInput;
  response: ResponsesResponseInput;
  event: { readonly type: string; readonly sequence_number: number };
}

/** An entry of `tools`. */
export type ResponsesTool =
  | ResponsesFunctionTool
  | ResponsesCustomTool
  | ResponsesNamespaceTool
  | ResponsesToolSearchTool
  | {
      readonly type: "web_search";
      readonly filters?: { readonly allowed_domains?: string[] | null } | null;
      readonly user_location?: ResponsesUserLocation | null;
      readonly search_context_size?: "low" | "medium" | "high";
    }
  | {
      readonly type: "code_interpreter";
      readonly container: string | { readonly type: "auto"; readonly file_ids?: string[] };
    };

/** Where the user of a web search is. */
export interface ResponsesUserLocation {
  readonly type?: "approximate";
  readonly city?: string | null;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly timezone?: string | null;
}

/** Who may call a tool: the model, or its code. */
export type ResponsesCaller = "direct" | "programmatic";

/** https://platform.openai.com/docs/api-reference/responses/create#responses-create-tools */
export interface ResponsesFunctionTool extends ResponsesFunctionDefinition {
  readonly type: "function";
  readonly output_schema?: JsonObject | null;
  readonly defer_loading?: boolean;
  readonly allowed_callers?: ResponsesCaller[] | null;
  readonly async?: boolean;
}

/** A function with the wrapping of Chat, alone or beside the flat form. */
export interface ResponsesWrappedFunctionTool {
  readonly type: "function";
  readonly function: ResponsesFunctionDefinition;
}

/** What all forms of a function have. */
export interface ResponsesFunctionDefinition {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters: JsonObject | null;
  /** Absent is not `false`: the server then tries to make the schema strict. */
  readonly strict: boolean | null;
}

/** A tool that takes free text. */
export interface ResponsesCustomTool {
  readonly type: "custom";
  readonly name: string;
  readonly description?: string;
  readonly format?:
    | { readonly type: "text" }
    | { readonly type: "grammar"; readonly syntax: "lark" | "regex"; readonly definition: string };
  readonly defer_loading?: boolean;
  readonly allowed_callers?: ResponsesCaller[] | null;
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
  readonly tools: (ResponsesFunctionTool | ResponsesCustomTool)[];
}

/** The search for deferred tools. */
export interface ResponsesToolSearchTool {
  readonly type: "tool_search";
  readonly execution?: "server" | "client";
  readonly description?: string | null;
  readonly parameters?: JsonObject | null;
}

/** https://platform.openai.com/docs/api-reference/responses/create#responses-create-tool_choice */
export type ResponsesToolChoice =
  | "none"
  | "auto"
  | "required"
  | { readonly type: "function"; readonly name: string }
  | { readonly type: "custom"; readonly name: string }
  | { readonly type: "allowed_tools"; readonly mode: "auto" | "required"; readonly tools: JsonObject[] }
  | { readonly type: "file_search" | "computer" | "image_generation" | "code_interpreter" };

/** A call of a function. */
export interface ResponsesFunctionCall {
  readonly type: "function_call";
  readonly id?: string;
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: string;
  readonly status?: ResponsesItemStatus;
}

/** A call of a tool that takes free text. */
export interface ResponsesCustomCall {
  readonly type: "custom_tool_call";
  readonly id?: string;
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly input: string;
}

/** A call, among the items of a request or a response. */
export type ResponsesCall = ResponsesFunctionCall | ResponsesCustomCall;

/** How far an item is. */
export type ResponsesItemStatus = "in_progress" | "completed" | "incomplete";

/** The item that carries a result. */
export interface ResponsesCallOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string | ResponsesInputPart[];
  readonly id?: string | null;
  readonly status?: ResponsesItemStatus | null;
}

/** The result of a tool that takes free text. */
export interface ResponsesCustomCallOutput {
  readonly type: "custom_tool_call_output";
  readonly call_id: string;
  readonly output: string | ResponsesInputPart[];
  readonly id?: string;
}

/** A part of what the user says, or of a result. */
export type ResponsesInputPart =
  | { readonly type: "input_text"; readonly text: string }
  | {
      readonly type: "input_image";
      readonly detail: "low" | "high" | "auto";
      readonly image_url?: string | null;
      readonly file_id?: string | null;
    }
  | {
      readonly type: "input_file";
      readonly file_data?: string;
      readonly file_id?: string | null;
      readonly file_url?: string;
      readonly filename?: string;
    };

/** An item of a request. */
export type ResponsesInputItem =
  | {
      readonly type?: "message";
      readonly role: "user" | "assistant" | "system" | "developer";
      readonly content: string | ResponsesInputPart[];
    }
  | ResponsesOutputMessage
  | ResponsesReasoning
  | ResponsesCall
  | ResponsesCallOutput
  | ResponsesCustomCallOutput
  | { readonly type: "item_reference"; readonly id: string };

/** What the model has said. */
export interface ResponsesOutputMessage {
  readonly type: "message";
  readonly id: string;
  readonly role: "assistant";
  readonly status: ResponsesItemStatus;
  readonly content: (ResponsesOutputText | { readonly type: "refusal"; readonly refusal: string })[];
}

/** A text of a response. */
export interface ResponsesOutputText {
  readonly type: "output_text";
  readonly text: string;
  readonly annotations: ResponsesAnnotation[];
  readonly logprobs?: ResponsesLogprob[];
}

/** A page that the text cites. */
export interface ResponsesAnnotation {
  readonly type: "url_citation";
  readonly url: string;
  readonly title: string;
  readonly start_index: number;
  readonly end_index: number;
}

/** How likely a token was, and which others were. */
export interface ResponsesLogprob {
  readonly token: string;
  readonly bytes: number[];
  readonly logprob: number;
  readonly top_logprobs: { readonly token: string; readonly bytes: number[]; readonly logprob: number }[];
}

/** What the model has thought: a summary, the text, or what only OpenAI can read. */
export interface ResponsesReasoning {
  readonly type: "reasoning";
  readonly id: string;
  readonly summary: { readonly type: "summary_text"; readonly text: string }[];
  readonly content?: { readonly type: "reasoning_text"; readonly text: string }[];
  readonly encrypted_content?: string | null;
  readonly status?: ResponsesItemStatus;
}

/** How the text of a response is written. */
export interface ResponsesTextConfig {
  readonly format?:
    | { readonly type: "text" }
    | { readonly type: "json_object" }
    | {
        readonly type: "json_schema";
        readonly name: string;
        readonly schema: JsonObject;
        readonly description?: string;
        readonly strict?: boolean | null;
      };
  readonly verbosity?: "low" | "medium" | "high" | null;
}

/** How much the model thinks, and what it shows of it. */
export interface ResponsesReasoningConfig {
  readonly effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
  readonly summary?: "auto" | "concise" | "detailed" | null;
}

/** https://platform.openai.com/docs/api-reference/responses/create */
export interface ResponsesRequest {
  readonly model: string;
  readonly input: string | ResponsesInputItem[];
  readonly instructions?: string | null;
  readonly tools?: ResponsesTool[];
  readonly tool_choice?: ResponsesToolChoice;
  readonly parallel_tool_calls?: boolean | null;
  readonly reasoning?: ResponsesReasoningConfig | null;
  readonly text?: ResponsesTextConfig;
  readonly include?: "reasoning.encrypted_content"[] | null;
  readonly max_output_tokens?: number | null;
  readonly metadata?: { readonly [key: string]: string } | null;
  readonly previous_response_id?: string | null;
  readonly prompt_cache_key?: string | null;
  readonly safety_identifier?: string | null;
  readonly service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  readonly store?: boolean | null;
  readonly stream?: boolean | null;
  readonly temperature?: number | null;
  readonly top_logprobs?: number | null;
  readonly top_p?: number | null;
  readonly truncation?: "auto" | "disabled" | null;
  readonly user?: string;
}

/** An item of a response. */
export type ResponsesOutputItem = ResponsesOutputMessage | ResponsesReasoning | ResponsesCall;

/** https://platform.openai.com/docs/api-reference/responses/object */
export interface ResponsesResponse {
  readonly id: string;
  readonly object: "response";
  readonly created_at: number;
  readonly status: "completed" | "failed" | "in_progress" | "cancelled" | "queued" | "incomplete";
  readonly error: {
    readonly code: "server_error" | "rate_limit_exceeded" | "invalid_prompt";
    readonly message: string;
  } | null;
  readonly incomplete_details: { readonly reason?: "max_output_tokens" | "content_filter" } | null;
  readonly instructions: string | null;
  readonly metadata: { readonly [key: string]: string } | null;
  readonly model: string;
  readonly output: ResponsesOutputItem[];
  readonly parallel_tool_calls: boolean;
  readonly temperature: number | null;
  readonly tool_choice: ResponsesToolChoice;
  readonly tools: ResponsesTool[];
  readonly top_p: number | null;
  readonly max_output_tokens?: number | null;
  readonly previous_response_id?: string | null;
  readonly reasoning?: ResponsesReasoningConfig | null;
  readonly service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  readonly text?: ResponsesTextConfig;
  readonly truncation?: "auto" | "disabled" | null;
  readonly usage?: ResponsesUsage;
}

/** The tokens of a response. */
export interface ResponsesUsage {
  readonly input_tokens: number;
  readonly input_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number };
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly total_tokens: number;
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
export type ResponsesStreamEvent = { readonly sequence_number: number } & (
  | {
      readonly type:
        | "response.created"
        | "response.in_progress"
        | "response.completed"
        | "response.failed"
        | "response.incomplete";
      readonly response: ResponsesResponse;
    }
  | {
      readonly type: "response.output_item.added" | "response.output_item.done";
      readonly output_index: number;
      readonly item: ResponsesOutputItem;
    }
  | ({ readonly item_id: string; readonly output_index: number } & ResponsesItemEvent)
  | { readonly type: "error"; readonly code: string | null; readonly message: string; readonly param: string | null }
);

/** A piece of an item. */
export type ResponsesItemEvent =
  | { readonly type: "response.function_call_arguments.delta"; readonly delta: string }
  | { readonly type: "response.function_call_arguments.done"; readonly name: string; readonly arguments: string }
  | { readonly type: "response.custom_tool_call_input.delta"; readonly delta: string }
  | { readonly type: "response.custom_tool_call_input.done"; readonly input: string }
  | ({ readonly content_index: number } & ResponsesContentEvent)
  | ({ readonly summary_index: number } & ResponsesSummaryEvent);

/** A piece of a message, or of the text of reasoning. */
export type ResponsesContentEvent =
  | {
      readonly type: "response.content_part.added" | "response.content_part.done";
      readonly part: ResponsesOutputMessage["content"][number];
    }
  | { readonly type: "response.output_text.delta"; readonly delta: string; readonly logprobs: ResponsesEventLogprob[] }
  | { readonly type: "response.output_text.done"; readonly text: string; readonly logprobs: ResponsesEventLogprob[] }
  | { readonly type: "response.refusal.delta"; readonly delta: string }
  | { readonly type: "response.refusal.done"; readonly refusal: string }
  | { readonly type: "response.reasoning_text.delta"; readonly delta: string }
  | { readonly type: "response.reasoning_text.done"; readonly text: string };

/** A token of a delta. */
export interface ResponsesEventLogprob {
  readonly token: string;
  readonly logprob: number;
}

/** A piece of a summary of reasoning. */
export type ResponsesSummaryEvent =
  | {
      readonly type: "response.reasoning_summary_part.added" | "response.reasoning_summary_part.done";
      readonly part: { readonly type: "summary_text"; readonly text: string };
    }
  | { readonly type: "response.reasoning_summary_text.delta"; readonly delta: string }
  | { readonly type: "response.reasoning_summary_text.done"; readonly text: string };

// ── what is read ────────────────────────────────────────────────────────────

/** A function, or a tool that OpenAI defines. */
export type ResponsesToolInput =
  | { readonly type: "function"; readonly name: string; readonly parameters?: SchemaInput | null }
  | {
      readonly type: "function";
      readonly function: { readonly name: string; readonly parameters?: SchemaInput | null };
    }
  | { readonly type: string };

/** An item of a request or a response. */
export type ResponsesItemInput =
  | { readonly type: string }
  | { readonly role: "user" | "assistant" | "system" | "developer"; readonly content: string | readonly object[] }
  | { readonly type?: "item_reference" | null; readonly id: string };

/** A request, with the fields that tell it from others. */
export interface ResponsesRequestInput {
  readonly model?: string;
  readonly input?: string | readonly ResponsesItemInput[];
  readonly instructions?: string | null;
  readonly tools?: readonly ResponsesToolInput[];
  readonly tool_choice?: ResponsesInput["choice"];
}

/** A response, with the fields that all responses have. */
export interface ResponsesResponseInput {
  readonly object: "response";
  readonly output: readonly { readonly type: string }[];
}

// ── settings of tools that run at OpenAI ────────────────────────────────────

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
