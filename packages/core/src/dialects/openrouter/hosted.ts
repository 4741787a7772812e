import { count, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";
import type { OpenRouterWebFetchSettings, OpenRouterWebSearchSettings } from "./wire.ts";

const dialect = "openrouter";

/** The tools that OpenRouter defines: https://openrouter.ai/docs/guides/features/server-tools */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    "openrouter:web_search": "web-search",
    "openrouter:web_fetch": "url-context",
    "openrouter:tool_search": "tool-search",
    web_search: "web-search",
  },
  ownTypes: /^openrouter:|^web_search$/,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout<PointerIn<OpenRouterWebSearchSettings>>({
      dialect,
      fields: {
        allowedDomains: list("/parameters/allowed_domains", "/allowed_domains"),
        blockedDomains: list("/parameters/excluded_domains", "/excluded_domains"),
        maxUses: count("/parameters/max_uses", "/max_uses"),
        userLocation: object("/parameters/user_location", "/user_location"),
        searchContextSize: text("/parameters/search_context_size", "/search_context_size"),
      },
    }),
    "url-context": defineLayout<PointerIn<OpenRouterWebFetchSettings>>({
      dialect,
      fields: {
        allowedDomains: list("/parameters/allowed_domains"),
        blockedDomains: list("/parameters/blocked_domains"),
        maxUses: count("/parameters/max_uses"),
        maxContentTokens: count("/parameters/max_content_tokens"),
      },
    }),
    "tool-search": defineLayout({ dialect, fields: {} }),
  },
};

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}
