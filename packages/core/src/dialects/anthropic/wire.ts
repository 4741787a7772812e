import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/** https://platform.claude.com/docs/en/api/messages/create#body-tools */
export interface AnthropicTool {
  /** May be absent; every other type is a tool that Anthropic defines. */
  readonly type?: "custom" | null;
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonSchema;
  readonly strict?: boolean;
  readonly cache_control?: JsonObject | null;
  readonly eager_input_streaming?: boolean | null;
  readonly defer_loading?: boolean;
  readonly allowed_callers?: readonly Json[];
  readonly input_examples?: readonly JsonObject[];
}

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
