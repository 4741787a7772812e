import type { JsonObject } from "../../model/json.ts";
import type { SchemaInput } from "../../model/schema.ts";

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools */
export interface ChatFunctionTool {
  readonly type: "function";
  readonly function: ChatFunctionDefinition;
}

/** A function without the wrapping: an entry of the deprecated `functions` field, and what Responses takes. */
export interface ChatFunctionDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonObject;
  readonly strict?: boolean | null;
}

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-tool_choice */
export type ChatToolChoice =
  | "none"
  | "auto"
  | "required"
  | { readonly type: "function"; readonly function: { readonly name: string } }
  | { readonly type: "custom"; readonly custom: { readonly name: string } }
  | {
      readonly type: "allowed_tools";
      readonly allowed_tools: { readonly mode: "auto" | "required"; readonly tools: JsonObject[] };
    };

/** A call of a function. */
export interface ChatFunctionCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A call of a tool that takes free text. */
export interface ChatCustomCall {
  readonly id: string;
  readonly type: "custom";
  readonly custom: { readonly name: string; readonly input: string };
}

/** A call in an assistant message. */
export type ChatToolCall = ChatFunctionCall | ChatCustomCall;

/** The message that carries a result. */
export interface ChatToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string | ChatTextPart[];
}

/** What the user says. */
export interface ChatUserMessage {
  readonly role: "user";
  readonly content: string | ChatContentPart[];
  readonly name?: string;
}

/** What the model has said and called. */
export interface ChatAssistantMessage {
  readonly role: "assistant";
  readonly content?: string | (ChatTextPart | ChatRefusalPart)[] | null;
  readonly refusal?: string | null;
  readonly name?: string;
  readonly tool_calls?: ChatToolCall[];
}

/** https://platform.openai.com/docs/api-reference/chat/create#chat-create-messages */
export type ChatMessage =
  | { readonly role: "system" | "developer"; readonly content: string | ChatTextPart[]; readonly name?: string }
  | ChatUserMessage
  | ChatAssistantMessage
  | ChatToolMessage;

/** A text. */
export interface ChatTextPart {
  readonly type: "text";
  readonly text: string;
}

/** What the model says in place of an answer. */
export interface ChatRefusalPart {
  readonly type: "refusal";
  readonly refusal: string;
}

/** A part of a user message. */
export type ChatContentPart =
  | ChatTextPart
  | {
      readonly type: "image_url";
      readonly image_url: { readonly url: string; readonly detail?: "auto" | "low" | "high" };
    }
  | { readonly type: "input_audio"; readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" } }
  | {
      readonly type: "file";
      readonly file: { readonly file_data?: string; readonly file_id?: string; readonly filename?: string };
    };

/** How the text of a response is written. */
export type ChatResponseFormat =
  | { readonly type: "text" }
  | { readonly type: "json_object" }
  | {
      readonly type: "json_schema";
      readonly json_schema: {
        readonly name: string;
        readonly description?: string;
        readonly schema?: JsonObject;
        readonly strict?: boolean | null;
      };
    };

/** https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatRequest<Tool> {
  readonly model: string;
  readonly messages: ChatMessage[];
  readonly tools?: Tool[];
  readonly tool_choice?: ChatToolChoice;
  readonly parallel_tool_calls?: boolean;
  readonly response_format?: ChatResponseFormat;
  readonly reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
  readonly frequency_penalty?: number | null;
  readonly presence_penalty?: number | null;
  readonly logit_bias?: { readonly [token: string]: number } | null;
  readonly logprobs?: boolean | null;
  readonly top_logprobs?: number | null;
  readonly max_completion_tokens?: number | null;
  readonly max_tokens?: number | null;
  readonly metadata?: { readonly [key: string]: string } | null;
  readonly n?: number | null;
  readonly prompt_cache_key?: string | null;
  readonly safety_identifier?: string | null;
  readonly seed?: number | null;
  readonly service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  readonly stop?: string | string[] | null;
  readonly store?: boolean | null;
  readonly stream?: boolean | null;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
  readonly temperature?: number | null;
  readonly top_p?: number | null;
  readonly user?: string;
  readonly verbosity?: "low" | "medium" | "high" | null;
}

/** https://platform.openai.com/docs/api-reference/chat/object; a server may leave out what may be null. */
export interface ChatResponse {
  readonly id: string;
  readonly object: "chat.completion";
  readonly created: number;
  readonly model: string;
  readonly choices: ChatChoice[];
  readonly usage?: ChatUsage;
  readonly service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  readonly system_fingerprint?: string;
}

/** One candidate of a response. */
export interface ChatChoice {
  readonly index: number;
  readonly message: ChatResponseMessage;
  readonly finish_reason: ChatFinishReason;
  readonly logprobs: ChatLogprobs | null;
}

/** The message of a response. */
export interface ChatResponseMessage {
  readonly role: "assistant";
  readonly content: string | null;
  readonly refusal: string | null;
  readonly tool_calls?: ChatToolCall[];
  readonly annotations?: ChatAnnotation[];
}

/** A page that the text cites. */
export interface ChatAnnotation {
  readonly type: "url_citation";
  readonly url_citation: {
    readonly url: string;
    readonly title: string;
    readonly start_index: number;
    readonly end_index: number;
  };
}

/** Why a response ended. */
export type ChatFinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "function_call";

/** How likely each token was. */
export interface ChatLogprobs {
  readonly content: ChatTokenLogprob[] | null;
  readonly refusal: ChatTokenLogprob[] | null;
}

/** How likely a token was, and which others were. */
export interface ChatTokenLogprob {
  readonly token: string;
  readonly bytes: number[] | null;
  readonly logprob: number;
  readonly top_logprobs: { readonly token: string; readonly bytes: number[] | null; readonly logprob: number }[];
}

/** The tokens of a response. */
export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number; readonly audio_tokens?: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number; readonly audio_tokens?: number };
}

/** https://platform.openai.com/docs/api-reference/chat/streaming */
export interface ChatChunk {
  readonly id: string;
  readonly object: "chat.completion.chunk";
  readonly created: number;
  readonly model: string;
  readonly choices: ChatChunkChoice[];
  readonly usage?: ChatUsage | null;
  readonly service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | null;
  readonly system_fingerprint?: string;
}

/** A piece of one answer. */
export interface ChatChunkChoice {
  readonly index: number;
  readonly delta: {
    readonly role?: "assistant";
    readonly content?: string | null;
    readonly refusal?: string | null;
    readonly tool_calls?: ChatCallDelta[];
  };
  readonly finish_reason: ChatFinishReason | null;
  readonly logprobs?: ChatLogprobs | null;
}

/** A piece of a call; all pieces of a call have its index. */
export interface ChatCallDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: "function";
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

// ── what is read ────────────────────────────────────────────────────────────

/** What is read as Chat Completions: the types of `openai` are assignable to it. */
export interface ChatInput {
  tool: ChatToolInput;
  choice: "none" | "auto" | "required" | { readonly type: "function" | "custom" | "allowed_tools" };
  calls: ChatResponseInput | ChatAssistantInput | ChatCallInput | readonly (ChatAssistantInput | ChatCallInput)[];
  results: ChatMessageInput | readonly ChatMessageInput[];
  request: ChatRequestInput;
  response: ChatResponseInput;
  event: { readonly choices: readonly { readonly delta: object }[] };
}

/** A function, a custom tool, or an entry of the deprecated `functions`. */
export type ChatToolInput =
  | { readonly type: "function"; readonly function: ChatDefinitionInput }
  | { readonly type: "custom"; readonly custom: { readonly name: string } }
  | ChatDefinitionInput;

/** A function without the wrapping. */
export interface ChatDefinitionInput {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: SchemaInput;
  readonly strict?: boolean | null;
}

/** A call in an assistant message. */
export interface ChatCallInput {
  readonly id: string;
  readonly type: "function" | "custom";
}

/** An assistant message, of a request or of a response. */
export interface ChatAssistantInput {
  readonly role: "assistant";
  readonly content?: string | readonly { readonly type: "text" | "refusal" }[] | null;
  readonly tool_calls?: readonly ChatCallInput[];
}

/** A message of a request, or of a response. */
export type ChatMessageInput =
  | ChatAssistantInput
  | {
      readonly role: "system" | "developer" | "user" | "tool";
      readonly content: string | readonly { readonly type: string }[];
    }
  | { readonly role: "function"; readonly name: string; readonly content: string | null };

/** A request, with the fields that all requests have. */
export interface ChatRequestInput {
  readonly model: string;
  readonly messages: readonly ChatMessageInput[];
  readonly tools?: readonly ChatToolInput[];
  readonly tool_choice?: ChatInput["choice"];
}

/** A response, with the fields that all responses have. */
export interface ChatResponseInput {
  readonly choices: readonly { readonly message: ChatAssistantInput; readonly finish_reason: string | null }[];
}
