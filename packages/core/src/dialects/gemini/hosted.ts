import { formOf } from "../forms/form.ts";
import type { HostedTools } from "../forms/hosted.ts";
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
  words: profile.hosted,
  settings: {
    "web-search": formOf({ dialect, rules: {} }),
    "url-context": formOf({ dialect, rules: {} }),
    "code-execution": formOf({ dialect, rules: {} }),
  },
};
