import { filledArgumentsSchema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readTyped, type TypedTools, writeTyped } from "../../mapping/tools/typed.ts";
import type { Json } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type { OllamaFunction, OllamaTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => readTyped(TOOLS, tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => writeTyped(TOOLS, draft, report));
}

const FUNCTION = defineLayout<PointerIn<OllamaTool | OllamaFunction>>({
  dialect: "ollama",
  constants: { "/type": "function" },
  fields: {
    name: text("/function/name", "/name"),
    description: text("/function/description", "/description"),
    inputSchema: filledArgumentsSchema("/function/parameters", "/parameters"),
  },
});

const TOOLS: TypedTools = {
  expected: "an Ollama tool object",
  function: FUNCTION,
  hosted,
};
