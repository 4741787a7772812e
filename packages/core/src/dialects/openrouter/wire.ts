import type { JsonObject } from "../../model/json.ts";
import type { ChatFunctionTool } from "../chat/wire.ts";

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
