import { count, list, object } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";
import type {
  AnthropicCodeExecutionSettings,
  AnthropicToolSearchSettings,
  AnthropicWebFetchSettings,
  AnthropicWebSearchSettings,
} from "./wire.ts";

const dialect = "anthropic";

/** The tools that Anthropic defines: https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    web_search: "web-search",
    web_fetch: "url-context",
    code_execution: "code-execution",
    tool_search_tool: "tool-search",
    computer: "computer",
    mcp_toolset: "mcp",
  },
  ownTypes: /_\d{8}$|^mcp_toolset$/,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout<PointerIn<AnthropicWebSearchSettings>>({
      dialect,
      constants: { "/name": "web_search" },
      fields: {
        allowedDomains: list("/allowed_domains"),
        blockedDomains: list("/blocked_domains"),
        maxUses: count("/max_uses"),
        userLocation: object("/user_location"),
      },
    }),
    "url-context": defineLayout<PointerIn<AnthropicWebFetchSettings>>({
      dialect,
      constants: { "/name": "web_fetch" },
      fields: {
        allowedDomains: list("/allowed_domains"),
        blockedDomains: list("/blocked_domains"),
        maxUses: count("/max_uses"),
        maxContentTokens: count("/max_content_tokens"),
      },
    }),
    "code-execution": defineLayout<PointerIn<AnthropicCodeExecutionSettings>>({
      dialect,
      constants: { "/name": "code_execution" },
      fields: {},
    }),
    "tool-search": defineLayout<PointerIn<AnthropicToolSearchSettings>>({
      dialect,
      constants: { "/name": "tool_search_tool_bm25" },
      optional: { "/name": "tool_search_tool_regex" },
      fields: {},
    }),
  },
};

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}
