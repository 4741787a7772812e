import type { Json, JsonObject } from "../../model/json.ts";
import type { SchemaInput } from "../../model/schema.ts";

/** What the Messages API looks like to TypeScript: assignable to the types of `@anthropic-ai/sdk`. */
export interface AnthropicWire {
  tool: AnthropicTool | AnthropicServerTool;
  choice: AnthropicToolChoice;
  call: AnthropicToolUse;
  result: AnthropicToolResultMessage;
  message: AnthropicMessage;
  request: AnthropicRequest;
  response: AnthropicResponse;
  event: AnthropicStreamEvent;
}

/** What is read as the Messages API: the types of `@anthropic-ai/sdk` are assignable to it. */
export interface AnthropicInput {
  tool: AnthropicToolInput;
  choice: { readonly type: "auto" | "any" | "none" | "tool" };
  calls: AnthropicCallsInput | readonly (AnthropicCallsInput | { readonly type: string })[];
  results: AnthropicContentInput | readonly AnthropicContentInput[];
  request: AnthropicRequestInput;
  response: AnthropicResponseInput;
  event: { readonly type: string };
}

/** https://platform.claude.com/docs/en/api/messages/create#body-tools */
export interface AnthropicTool {
  /** May be absent; every other type is a tool that Anthropic defines. */
  readonly type?: "custom" | null;
  readonly name: string;
  readonly description?: string;
  readonly input_schema: AnthropicInputSchema;
  readonly strict?: boolean;
  readonly cache_control?: AnthropicCacheControl | null;
  readonly eager_input_streaming?: boolean | null;
  readonly defer_loading?: boolean;
  readonly allowed_callers?: AnthropicCaller[];
  readonly input_examples?: JsonObject[];
}

/** The schema of a tool's arguments. */
export interface AnthropicInputSchema {
  readonly type: "object";
  readonly properties?: Json;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** Who may call a tool: the model, or its code. */
export type AnthropicCaller =
  | "direct"
  | "code_execution_20250825"
  | "code_execution_20260120"
  | "code_execution_20260521";

/** https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
export interface AnthropicCacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h";
}

/** The tools that run at Anthropic, where another vendor has the same: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference */
export type AnthropicServerTool =
  | {
      readonly type: "web_search_20260318";
      readonly name: "web_search";
      readonly allowed_domains?: string[] | null;
      readonly blocked_domains?: string[] | null;
      readonly max_uses?: number | null;
      readonly user_location?: AnthropicUserLocation | null;
    }
  | {
      readonly type: "web_fetch_20260318";
      readonly name: "web_fetch";
      readonly allowed_domains?: string[] | null;
      readonly blocked_domains?: string[] | null;
      readonly max_uses?: number | null;
      readonly max_content_tokens?: number | null;
    }
  | { readonly type: "code_execution_20260521"; readonly name: "code_execution" }
  | { readonly type: "tool_search_tool_bm25_20251119"; readonly name: "tool_search_tool_bm25" };

/** Where the user of a web search is. */
export interface AnthropicUserLocation {
  readonly type: "approximate";
  readonly city?: string | null;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly timezone?: string | null;
}

/** https://platform.claude.com/docs/en/api/messages/create#body-tool-choice */
export type AnthropicToolChoice =
  | { readonly type: "auto"; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: "any"; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: "none" };

/** A call, in an assistant message. */
export interface AnthropicToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly cache_control?: AnthropicCacheControl | null;
}

/** A result, in a user message. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | (AnthropicText | AnthropicImage | AnthropicDocument)[];
  readonly is_error?: boolean;
  readonly cache_control?: AnthropicCacheControl | null;
}

/** The user message that carries results. */
export interface AnthropicToolResultMessage {
  readonly role: "user";
  readonly content: AnthropicToolResult[];
}

/** https://platform.claude.com/docs/en/api/messages/create#body-messages */
export type AnthropicMessage =
  | { readonly role: "user" | "assistant"; readonly content: string | AnthropicContentBlock[] }
  | { readonly role: "system"; readonly content: string | AnthropicText[] };

/** A block in a message of a request. */
export type AnthropicContentBlock =
  | AnthropicText
  | AnthropicImage
  | AnthropicDocument
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock
  | AnthropicToolUse
  | AnthropicToolResult;

/** A text in a request. */
export interface AnthropicText {
  readonly type: "text";
  readonly text: string;
  readonly cache_control?: AnthropicCacheControl | null;
}

/** An image in a request. */
export interface AnthropicImage {
  readonly type: "image";
  readonly source:
    | {
        readonly type: "base64";
        readonly media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
        readonly data: string;
      }
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "file"; readonly file_id: string };
  readonly cache_control?: AnthropicCacheControl | null;
}

/** A document in a request. */
export interface AnthropicDocument {
  readonly type: "document";
  readonly source:
    | { readonly type: "base64"; readonly media_type: "application/pdf"; readonly data: string }
    | { readonly type: "text"; readonly media_type: "text/plain"; readonly data: string }
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "file"; readonly file_id: string };
  readonly title?: string | null;
  readonly context?: string | null;
  readonly cache_control?: AnthropicCacheControl | null;
}

/** Reasoning, with the signature that proves it. */
export interface AnthropicThinkingBlock {
  readonly type: "thinking";
  readonly thinking: string;
  readonly signature: string;
}

/** Reasoning that only Anthropic can read. */
export interface AnthropicRedactedThinkingBlock {
  readonly type: "redacted_thinking";
  readonly data: string;
}

/** https://platform.claude.com/docs/en/api/messages/create */
export interface AnthropicRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: AnthropicMessage[];
  readonly system?: string | AnthropicText[];
  readonly tools?: AnthropicWire["tool"][];
  readonly tool_choice?: AnthropicToolChoice;
  readonly thinking?: AnthropicThinkingConfig;
  readonly output_config?: AnthropicOutputConfig;
  readonly metadata?: { readonly user_id?: string | null };
  readonly service_tier?: "auto" | "standard_only";
  readonly stop_sequences?: string[];
  readonly stream?: boolean;
  readonly temperature?: number;
  readonly top_k?: number;
  readonly top_p?: number;
}

/** How much the model thinks. */
export type AnthropicThinkingConfig =
  | { readonly type: "enabled"; readonly budget_tokens: number; readonly display?: "summarized" | "omitted" | null }
  | { readonly type: "adaptive"; readonly display?: "summarized" | "omitted" | null }
  | { readonly type: "disabled" };

/** The effort of a response, and the schema of its text. */
export interface AnthropicOutputConfig {
  readonly effort?: "low" | "medium" | "high" | "xhigh" | "max" | null;
  readonly format?: { readonly type: "json_schema"; readonly schema: { readonly [keyword: string]: unknown } } | null;
}

/** https://platform.claude.com/docs/en/api/messages/create#returns; a server may leave out what may be null. */
export interface AnthropicResponse {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: AnthropicResponseBlock[];
  readonly stop_reason: AnthropicStopReason | null;
  readonly stop_sequence: string | null;
  readonly stop_details: null;
  readonly container: null;
  readonly diagnostics: null;
  readonly usage: AnthropicUsage;
}

/** A block of a response. */
export type AnthropicResponseBlock =
  | { readonly type: "text"; readonly text: string; readonly citations: AnthropicCitation[] | null }
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock
  | (AnthropicToolUse & { readonly caller: { readonly type: "direct" } });

/** The page of a web search that a text rests on. */
export interface AnthropicCitation {
  readonly type: "web_search_result_location";
  readonly cited_text: string;
  readonly encrypted_index: string;
  readonly title: string | null;
  readonly url: string;
}

/** Why a response ended. */
export type AnthropicStopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/** The tokens of a response; a server may leave out what may be null. */
export interface AnthropicUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number | null;
  readonly cache_read_input_tokens: number | null;
  readonly cache_creation: {
    readonly ephemeral_1h_input_tokens: number;
    readonly ephemeral_5m_input_tokens: number;
  } | null;
  readonly output_tokens_details: { readonly thinking_tokens: number } | null;
  readonly server_tool_use: { readonly web_fetch_requests: number; readonly web_search_requests: number } | null;
  readonly service_tier: "standard" | "priority" | "batch" | null;
  readonly inference_geo: string | null;
  readonly speed: "standard" | "fast" | null;
}

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
export type AnthropicStreamEvent =
  | { readonly type: "message_start"; readonly message: AnthropicResponse }
  | { readonly type: "content_block_start"; readonly index: number; readonly content_block: AnthropicResponseBlock }
  | { readonly type: "content_block_delta"; readonly index: number; readonly delta: AnthropicDelta }
  | { readonly type: "content_block_stop"; readonly index: number }
  | {
      readonly type: "message_delta";
      readonly delta: Pick<AnthropicResponse, "stop_reason" | "stop_sequence" | "stop_details" | "container">;
      readonly usage: Pick<
        AnthropicUsage,
        | "output_tokens"
        | "cache_creation_input_tokens"
        | "cache_read_input_tokens"
        | "output_tokens_details"
        | "server_tool_use"
      > & { readonly input_tokens: number | null };
    }
  | { readonly type: "message_stop" };

/** A piece of a block. */
export type AnthropicDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "thinking_delta"; readonly thinking: string; readonly estimated_tokens: null }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "citations_delta"; readonly citation: AnthropicCitation };

// ── what is read ────────────────────────────────────────────────────────────

/** A tool of the user's, or one that Anthropic defines. */
export type AnthropicToolInput =
  | { readonly name: string; readonly description?: string; readonly input_schema: SchemaInput }
  | { readonly type: string };

/** A message of a request, or of a response. */
export interface AnthropicMessageInput {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly { readonly type: string }[];
}

/** Where calls may be. */
export type AnthropicCallsInput = AnthropicResponseInput | AnthropicContentInput;

/** A message, or a block of one. */
export type AnthropicContentInput =
  | AnthropicMessageInput
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: "tool_result"; readonly tool_use_id: string };

/** A request, with the fields that all requests have. */
export interface AnthropicRequestInput {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly AnthropicMessageInput[];
  readonly tools?: readonly AnthropicToolInput[];
  readonly tool_choice?: AnthropicInput["choice"];
}

/** A response, with the fields that all responses have. */
export interface AnthropicResponseInput {
  readonly type: "message";
  readonly role: "assistant";
  readonly content: readonly { readonly type: string }[];
  readonly stop_reason: string | null;
}

// ── settings of tools that run at Anthropic ─────────────────────────────────

/** The settings of `web_search_*` that other vendors have too. */
export interface AnthropicWebSearchSettings {
  readonly name: "web_search";
  readonly allowed_domains?: readonly string[] | null;
  readonly blocked_domains?: readonly string[] | null;
  readonly max_uses?: number | null;
  readonly user_location?: JsonObject | null;
}

/** The settings of `web_fetch_*` that other vendors have too. */
export interface AnthropicWebFetchSettings {
  readonly name: "web_fetch";
  readonly allowed_domains?: readonly string[] | null;
  readonly blocked_domains?: readonly string[] | null;
  readonly max_uses?: number | null;
  readonly max_content_tokens?: number | null;
}

/** The settings of `code_execution_*`. */
export interface AnthropicCodeExecutionSettings {
  readonly name: "code_execution";
}

/** The settings of `tool_search_tool_bm25_*`. */
export interface AnthropicToolSearchSettings {
  readonly name: "tool_search_tool_bm25";
}
