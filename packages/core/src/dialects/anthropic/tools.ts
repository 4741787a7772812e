import { argumentsSchema, flag, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readTyped, type TypedTools, writeTyped } from "../../mapping/tools/typed.ts";
import type { Json } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type { AnthropicTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => readTyped(TOOLS, tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => writeTyped(TOOLS, draft, report));
}

const FUNCTION = defineLayout<PointerIn<AnthropicTool>>({
  dialect: "anthropic",
  optional: { "/type": "custom" },
  fields: {
    name: text("/name"),
    description: text("/description"),
    strict: flag("/strict"),
    inputSchema: argumentsSchema("/input_schema"),
    cacheControl: object("/cache_control"),
    deferLoading: flag("/defer_loading"),
    allowedCallers: { ...list("/allowed_callers"), item: isCaller },
    inputExamples: list("/input_examples"),
    eagerInputStreaming: flag("/eager_input_streaming"),
  },
});

const TOOLS: TypedTools = {
  expected: "an Anthropic tool object",
  function: FUNCTION,
  functionType: "custom",
  hosted,
};

function isCaller(caller: Json): boolean {
  return caller === "direct" || (typeof caller === "string" && caller.startsWith("code_execution_"));
}
