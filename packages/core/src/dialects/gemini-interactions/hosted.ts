import { flag } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";

const dialect = "gemini-interactions";

/** The tools that Google defines: https://ai.google.dev/gemini-api/docs/interactions/tools */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    google_search: "web-search",
    url_context: "url-context",
    google_maps: "maps",
    code_execution: "code-execution",
    file_search: "file-search",
    computer_use: "computer",
    mcp_server: "mcp",
  },
  ownTypes: /^(?:google_search|google_maps|url_context|code_execution|computer_use|mcp_server|retrieval)$/,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout({ dialect, fields: {} }),
    "url-context": defineLayout({ dialect, fields: {} }),
    maps: defineLayout({ dialect, fields: { widget: flag("/enable_widget") } }),
    "code-execution": defineLayout({ dialect, fields: {} }),
  },
};

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}
