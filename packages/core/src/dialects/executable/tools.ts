import { expectObject } from "../../mapping/expect.ts";
import { requiredText, schema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { loseTool } from "../../mapping/tools/losses.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { ExecutableTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return encodeEach(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = defineLayout<PointerIn<ExecutableTool>>({
  dialect: "executable",
  fields: {
    name: text("/name"),
    description: requiredText("/description"),
    inputSchema: schema("/parameters"),
  },
});

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an executable tool object", report);
  const read = readFunction(FUNCTION, tool, report);
  return read.description === undefined
    ? report.fail("missing-description", "expected a tool with a description")
    : read;
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(FUNCTION, { tool, draft }, report);
  return loseTool(tool, report);
}
