import type { HostedFields } from "../../model/tool.ts";
import { formOf } from "../forms/form.ts";
import { adoptHosted, type HostedTools } from "../forms/hosted.ts";
import type { PointerIn } from "../forms/pointer.ts";
import { list, object, text } from "../forms/rule.ts";
import { profile } from "./profile.ts";
import type { CodeInterpreterSettings, ToolSearchSettings, WebSearchSettings } from "./wire.ts";

const dialect = "openai-responses";

const OWN_WORDS =
  /^(?:web_search(?:_preview)?(?:_\d{4}_\d\d_\d\d)?|file_search|code_interpreter|computer(?:_use_preview)?|mcp|tool_search|image_generation|(?:local_)?shell|apply_patch|programmatic_tool_calling)$/;

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
  own: OWN_WORDS,
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

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}
