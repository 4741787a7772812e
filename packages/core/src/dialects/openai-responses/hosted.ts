import { list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { adoptHosted, type HostedTools } from "../../mapping/tools/hosted.ts";
import type { HostedFields } from "../../model/tool.ts";
import { profile } from "./profile.ts";
import type {
  ResponsesCodeInterpreterSettings,
  ResponsesToolSearchSettings,
  ResponsesWebSearchSettings,
} from "./wire.ts";

const dialect = "openai-responses";

const OWN_TYPES =
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
  ownTypes: OWN_TYPES,
  types: profile.hosted,
  settings: {
    "web-search": defineLayout<PointerIn<ResponsesWebSearchSettings>>({
      dialect,
      fields: {
        allowedDomains: list("/filters/allowed_domains"),
        userLocation: object("/user_location"),
        searchContextSize: text("/search_context_size"),
      },
    }),
    "code-execution": defineLayout<PointerIn<ResponsesCodeInterpreterSettings>>({
      dialect,
      constants: { "/container": { type: "auto" } },
      fields: {},
    }),
    "tool-search": defineLayout<PointerIn<ResponsesToolSearchSettings>>({
      dialect,
      optional: { "/execution": "server" },
      fields: {},
    }),
  },
};

export function adopt(tool: HostedFields): HostedFields | undefined {
  return adoptHosted(hosted, tool);
}
