import type { HostedFields } from "../../model/tool.ts";
import { inGroup } from "../forms/extras.ts";
import { formOf } from "../forms/form.ts";
import { adoptHosted, type HostedTools } from "../forms/hosted.ts";
import { profile } from "./profile.ts";

const dialect = "gemini";

/** The tools that Google defines: https://ai.google.dev/gemini-api/docs/tools */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    googleSearch: "web-search",
    google_search: "web-search",
    urlContext: "url-context",
    url_context: "url-context",
    codeExecution: "code-execution",
    code_execution: "code-execution",
    fileSearch: "file-search",
    file_search: "file-search",
    computerUse: "computer",
    computer_use: "computer",
    mcpServers: "mcp",
    mcp_servers: "mcp",
  },
  own: /^google_|^[a-z]+(?:[A-Z][a-z]+)+$/,
  words: profile.hosted,
  settings: {
    "web-search": formOf({ dialect, rules: {} }),
    "url-context": formOf({ dialect, rules: {} }),
    "code-execution": formOf({ dialect, rules: {} }),
  },
};

// A built-in is a field of a Tool object; one that was made by hand gets an object to itself.
export function adopt(tool: HostedFields): HostedFields | undefined {
  const own = adoptHosted(hosted, tool);
  return own && inGroup(own, dialect, { path: own.origin?.path ?? "", extras: {} });
}
