import type { ToolDraft } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectObject } from "../forms/expect.ts";
import { formOf } from "../forms/form.ts";
import { readFunction, writeFunction } from "../forms/function.ts";
import { loseTool } from "../forms/losses.ts";
import type { PointerIn } from "../forms/pointer.ts";
import { requiredText, schema, text } from "../forms/rule.ts";
import { written } from "../forms/written.ts";
import type { ExecutableTool } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.map((tool, index) => decodeTool(tool, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  return written(drafts, (draft) => encodeTool(draft, report));
}

const FUNCTION = formOf<PointerIn<ExecutableTool>>({
  dialect: "executable",
  rules: {
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
