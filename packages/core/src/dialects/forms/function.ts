import { isObject } from "../../json/value.ts";
import type { ToolDraft } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectName, naming } from "./expect.ts";
import { extrasOf, notesOf } from "./extras.ts";
import type { Form } from "./form.ts";
import { loseRest, placed, sayable } from "./losses.ts";
import { originOf } from "./origin.ts";
import { getAt } from "./pointer.ts";
import { readForm } from "./read.ts";
import { isSchema } from "./rule.ts";
import { writeForm } from "./write.ts";

/** Reads a function by its form. */
export function readFunction(form: Form, wire: JsonObject, report: Report): FunctionFields {
  const reading = readForm(form, wire);
  const name = expectName(reading.values.name, "a function", report);
  const { extras } = reading;
  if (Object.keys(extras).length > 0) expectOwnSchema(form, { wire, extras }, report);
  if (reading.values.inputSchema === undefined)
    report.fail("missing-schema", "expected a tool with a schema for its arguments");
  const fields = reading.values as unknown as FunctionFields;
  return { ...fields, type: "function", name, ...originOf(form.dialect, reading, report) };
}

/** Writes a function by a form, and reports what the form has no place for. */
export function writeFunction(form: Form, draft: ToolDraft<FunctionFields>, report: Report): JsonObject {
  const { tool } = draft;
  loseRest(form, tool, report);
  tellFillers(form, tool, report);
  const { name, inputSchema = tool.inputSchema, outputSchema, strict } = draft;
  const allowedCallers = callersOf(form, tool, report);
  return writeForm(form, { ...tool, name, inputSchema, outputSchema, strict, allowedCallers }, ownExtras(form, draft));
}

// A field that must be there is written empty where the source, of another dialect, says nothing.
function tellFillers(form: Form, tool: FunctionFields, report: Report): void {
  if (tool.origin?.dialect === form.dialect) return;
  for (const [field, { otherwise }] of form.rules) {
    if (otherwise === undefined || tool[field as keyof FunctionFields] !== undefined) continue;
    report.field(tool, field).change("empty-field");
  }
}

function callersOf(form: Form, tool: FunctionFields, report: Report): readonly Json[] | undefined {
  const rule = form.rules.get("allowedCallers");
  if (rule === undefined || tool.allowedCallers === undefined || tool.origin?.dialect === form.dialect) {
    return tool.allowedCallers;
  }
  return sayable(rule, tool.allowedCallers, report.field(tool, "allowedCallers"));
}

// What holds a schema in another form, or in another dialect's place, is no function without arguments.
function expectOwnSchema(form: Form, { wire, extras }: { wire: JsonObject; extras: JsonObject }, report: Report): void {
  const { pointers, silent } = notesOf(extras);
  const { at: places = [] } = form.rules.get("inputSchema") ?? {};
  for (const pointer of places) {
    const at = placed(report, report.place.pointer + pointer);
    const value = pointers[pointer];
    if (value !== undefined && !isSchema(value)) at.fail("wrong-type", `expected a JSON Schema, got ${naming(value)}`);
    if (isObject(silent[pointer] ?? null)) at.change("empty-schema");
  }
  const hasOwn = places.some((pointer) => (getAt(wire, pointer) ?? null) !== null);
  if (!hasOwn) refuseForeign(places[0] ?? "", pointers, report);
}

function refuseForeign(own: string, pointers: JsonObject, report: Report): void {
  const foreign = Object.keys(pointers).find((pointer) => isForeignSchema(pointer, pointers[pointer] ?? null));
  if (foreign === undefined) return;
  const told = `expected the schema of the arguments in ${own.slice(1)}, but it is in ${foreign.slice(1)}`;
  report.fail("wrong-dialect", told);
}

/** The words that dialects have for the schema of a function's arguments. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set([
  "inputSchema",
  "input_schema",
  "parameters",
  "parametersJsonSchema",
  "parameters_json_schema",
]);

function isForeignSchema(pointer: string, value: Json): boolean {
  return SCHEMA_WORDS.has(pointer.slice(pointer.lastIndexOf("/") + 1)) && isSchema(value);
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
