import { argumentsSchema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readTyped, type TypedTools, writeTyped } from "../../mapping/tools/typed.ts";
import type { Json } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type { InteractionsFunctionFields } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => readTyped(TOOLS, tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => writeTyped(TOOLS, draft, report));
}

const FUNCTION = defineLayout<PointerIn<InteractionsFunctionFields>>({
  dialect: "gemini-interactions",
  constants: { "/type": "function" },
  fields: {
    name: text("/name"),
    description: text("/description"),
    inputSchema: argumentsSchema("/parameters"),
  },
});

const TOOLS: TypedTools = {
  expected: "an Interactions tool object",
  function: FUNCTION,
  hosted,
};
