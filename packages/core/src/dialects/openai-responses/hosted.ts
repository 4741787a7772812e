import { formOf } from "../forms/form.ts";
import type { HostedTools } from "../forms/hosted.ts";
import type { PointerIn } from "../forms/pointer.ts";
import { list, object, text } from "../forms/rule.ts";
import { profile } from "./profile.ts";
import type { CodeInterpreterSettings, ToolSearchSettings, WebSearchSettings } from "./wire.ts";

const dialect = "openai-responses";

/** The tools that OpenAI defines: https://platform.openai.com/docs/guides/tools */
export const hosted: HostedTools = {
  dialect,
  kinds: {
    web_search: "web-search",
    file_search: "file-search",
    code_interpreter: "code-execution",
    computer: "computer",
    mcp: "mcp",
    tool_search: "tool-search",
  },
  words: profile.hosted,
  settings: {
    "web-search": formOf<PointerIn<WebSearchSettings>>({
      dialect,
      rules: {
        allowedDomains: list("/filters/allowed_domains"),
        userLocation: object("/user_location"),
        searchContextSize: text("/search_context_size"),
      },
    }),
    "code-execution": formOf<PointerIn<CodeInterpreterSettings>>({
      dialect,
      constants: { "/container": { type: "auto" } },
      rules: {},
    }),
    "tool-search": formOf<PointerIn<ToolSearchSettings>>({
      dialect,
      optional: { "/execution": "server" },
      rules: {},
    }),
  },
};
