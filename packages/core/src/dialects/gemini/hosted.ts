import { withGroup } from "../../mapping/extras.ts";
import { flag } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";
import { bothSpellings } from "./spelling.ts";

const dialect = "gemini";

/** The tools that Google defines: https://ai.google.dev/gemini-api/docs/tools */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    googleSearch: "web-search",
    google_search: "web-search",
    urlContext: "url-context",
    url_context: "url-context",
    googleMaps: "maps",
    google_maps: "maps",
    codeExecution: "code-execution",
    code_execution: "code-execution",
    fileSearch: "file-search",
    file_search: "file-search",
    computerUse: "computer",
    computer_use: "computer",
    mcpServers: "mcp",
    mcp_servers: "mcp",
  },
  ownTypes: /^google_|^[a-z]+(?:[A-Z][a-z]+)+$/,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout({ dialect, fields: {} }),
    "url-context": defineLayout({ dialect, fields: {} }),
    maps: defineLayout({ dialect, fields: { widget: flag(...bothSpellings("/enableWidget")) } }),
    "code-execution": defineLayout({ dialect, fields: {} }),
  },
};

// A built-in is a field of a Tool object; one made by `createTool` gets an object of its own.
export function adopt(tool: HostedFields): HostedFields | undefined {
  const own = adoptHosted(hosted, tool);
  return own && withGroup(own, dialect, { path: own.origin?.path ?? "", extras: {} });
}
