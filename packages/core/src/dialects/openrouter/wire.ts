import type { JsonObject } from "../../model/json.ts";
import type {
  ChatChunk,
  ChatFunctionTool,
  ChatMessage,
  ChatRequest,
  ChatResponse,
  ChatToolCall,
  ChatToolChoice,
  ChatToolMessage,
} from "../chat/wire.ts";

/** What OpenRouter's Chat Completions looks like to TypeScript; its own fields come in addition to those of Chat Completions. */
export interface OpenRouterWire {
  tool: OpenRouterFunctionTool | OpenRouterServerTool;
  choice: ChatToolChoice;
  call: ChatToolCall;
  result: ChatToolMessage;
  message: ChatMessage;
  request: OpenRouterRequest;
  response: ChatResponse;
  event: ChatChunk;
}

/** https://openrouter.ai/docs/api-reference/chat-completion */
export interface OpenRouterRequest extends ChatRequest<OpenRouterWire["tool"]> {
  readonly reasoning?: { readonly effort?: string; readonly max_tokens?: number; readonly enabled?: boolean };
}

/** https://openrouter.ai/docs/guides/features/server-tools */
export interface OpenRouterServerTool {
  readonly type: "openrouter:web_search" | "openrouter:web_fetch" | "openrouter:tool_search";
  readonly parameters?: JsonObject;
}

/** https://openrouter.ai/docs/api-reference/chat-completion */
export interface OpenRouterFunctionTool extends ChatFunctionTool {
  readonly cache_control?: JsonObject;
  /** https://openrouter.ai/docs/guides/features/server-tools/tool-search */
  readonly defer_loading?: boolean;
}

/** The settings of `openrouter:web_search` that other vendors have too; the shorthand `web_search` has them flat. */
export interface OpenRouterWebSearchSettings extends WebSearchParameters {
  readonly parameters?: WebSearchParameters;
}

/** The settings of `openrouter:web_fetch` that other vendors have too. */
export interface OpenRouterWebFetchSettings {
  readonly parameters?: {
    readonly allowed_domains?: readonly string[];
    readonly blocked_domains?: readonly string[];
    readonly max_uses?: number;
    readonly max_content_tokens?: number;
  };
}

interface WebSearchParameters {
  readonly allowed_domains?: readonly string[];
  readonly excluded_domains?: readonly string[];
  readonly max_uses?: number;
  readonly user_location?: JsonObject;
  readonly search_context_size?: string;
}
