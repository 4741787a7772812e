import type { ToolDraft } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectName, naming } from "./expect.ts";
import { extrasOf, notesOf } from "./extras.ts";
import type { Form } from "./form.ts";
import { loseRest, placed, sayable } from "./losses.ts";
import { originOf } from "./origin.ts";
import { type Reading, readForm } from "./read.ts";
import { writeForm } from "./write.ts";

/** Reads a function by its form. */
export function readFunction(form: Form, wire: JsonObject, report: Report): FunctionFields {
  const reading = readForm(form, wire);
  const name = expectName(reading.values.name, "a function", report);
  expectSchema(form, reading, report);
  const fields = reading.values as unknown as FunctionFields;
  return { ...fields, type: "function", name, ...originOf(form.dialect, reading, report) };
}

/** Writes a function by a form, and reports what the form has no place for. */
export function writeFunction(form: Form, draft: ToolDraft<FunctionFields>, report: Report): JsonObject {
  const { tool } = draft;
  loseRest(form, tool, report);
  const { name, inputSchema = tool.inputSchema, outputSchema, strict } = draft;
  const decided = { name, inputSchema, outputSchema, strict, allowedCallers: callersOf(form, tool, report) };
  return writeForm(form, { ...tool, ...decided }, ownExtras(form, draft));
}

function callersOf(form: Form, tool: FunctionFields, report: Report): readonly Json[] | undefined {
  const rule = form.rules.get("allowedCallers");
  if (rule === undefined || tool.allowedCallers === undefined || tool.origin?.dialect === form.dialect) {
    return tool.allowedCallers;
  }
  return sayable(rule, tool.allowedCallers, report.field(tool, "allowedCallers"));
}

function expectSchema(form: Form, reading: Reading, report: Report): void {
  const { pointers } = notesOf(reading.extras);
  for (const pointer of form.rules.get("inputSchema")?.at ?? []) {
    const value = pointers[pointer];
    if (value === undefined || form.rules.get("inputSchema")?.is(value)) continue;
    placed(report, report.place.pointer + pointer).fail("wrong-type", `expected a JSON Schema, got ${naming(value)}`);
  }
  if (reading.values.inputSchema === undefined)
    report.fail("missing-schema", "expected a tool with a schema for its arguments");
}

function ownExtras(form: Form, { tool, variant }: ToolDraft<FunctionFields>): JsonObject {
  const own = extrasOf(tool, form.dialect);
  const index = form.variants.get(variant ?? "");
  if (index === undefined) return own;
  const chosen = ["inputSchema", "outputSchema"].map((field) => [
    field,
    form.rules.get(field)?.at.slice(index, index + 1),
  ]);
  return { ...own, at: { ...notesOf(own).at, ...Object.fromEntries(chosen) } };
}
