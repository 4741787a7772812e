import { type FieldValue, writeDefault } from "../../fast/default-layout.ts";
import type { FastPaths } from "../../fast/switches.ts";
import { copyJson, isEmpty, isObject } from "../../json/value.ts";
import type { ToolDraft } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectName, kindWithArticle } from "../expect.ts";
import { emptyFieldsIn, extrasOf, isPointer, notesOf } from "../extras.ts";
import { isSchema } from "../field-mapping.ts";
import { type Layout, SCHEMA_FIELDS } from "../layout.ts";
import { getAt } from "../pointer.ts";
import { readLayout } from "../read.ts";
import { writeFields } from "../write.ts";
import { loseToolFields, reportAt, supportedItems } from "./losses.ts";
import { toolOrigin } from "./origin.ts";

/** Reads a function by its form. */
export function readFunction(form: Layout, wire: JsonObject, report: Report): FunctionFields {
  const reading = readLayout(form, wire, report.fast);
  expectName(reading.values.name, "a function", report);
  const { origin, extras } = toolOrigin(form.dialect, reading, report);
  if (extras !== undefined) expectOwnSchema(form, { wire, extras: reading.extras }, report);
  if (reading.values.inputSchema === undefined)
    report.fail("missing-schema", "expected a tool with a schema for its arguments");
  // The values are this reading's own: the tool grows on them, because copying them is half of the time of reading.
  const tool = reading.values as unknown as { -readonly [K in keyof FunctionFields]: FunctionFields[K] };
  tool.type = "function";
  if (origin !== undefined) tool.origin = origin;
  if (extras !== undefined) tool.extras = extras;
  return tool;
}

/** A function, and what was decided for the target. */
export interface FunctionDraft {
  readonly tool: FunctionFields;
  readonly draft: ToolDraft;
}

/** Writes a function by a form, and reports what the form has no place for. */
export function writeFunction(form: Layout, own: FunctionDraft, report: Report): JsonObject {
  const { tool } = own;
  loseToolFields(form, tool, report);
  tellFillers(form, tool, report);
  const allowedCallers = callersOf(form, tool, report);
  const saidOf = (field: string): unknown => (field === "allowedCallers" ? allowedCallers : decided(own, field));
  return writeIn(form, own, saidOf, report.fast);
}

// What was decided for the target counts, even where it is to say nothing; all else is as the tool has it.
function decided({ tool, draft }: FunctionDraft, field: string): unknown {
  switch (field) {
    case "name":
    case "outputSchema":
    case "strict":
      return draft[field];
    case "inputSchema":
      return draft.inputSchema ?? tool.inputSchema;
    default:
      // Schemas were copied while they were lowered; nothing else may be shared with the source either.
      return copied(tool[field as keyof FunctionFields] as Json | undefined);
  }
}

// A field that must be there is written empty where the source, of another dialect, says nothing.
function tellFillers(form: Layout, tool: FunctionFields, report: Report): void {
  if (tool.origin?.dialect === form.dialect) return;
  for (const field of form.placeholders) {
    if (tool[field as keyof FunctionFields] === undefined) report.field(tool, field).change("empty-field");
  }
}

function callersOf(form: Layout, tool: FunctionFields, report: Report): readonly Json[] | undefined {
  const rule = form.fields.get("allowedCallers");
  if (rule === undefined || tool.allowedCallers === undefined || tool.origin?.dialect === form.dialect) {
    return copied(tool.allowedCallers);
  }
  return copied(supportedItems(rule, tool.allowedCallers, report.field(tool, "allowedCallers")));
}

function copied<T extends Json>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : copyJson(value);
}

// What holds a schema in another form, or in another dialect's place, is no function without arguments.
function expectOwnSchema(
  form: Layout,
  { wire, extras }: { wire: JsonObject; extras: JsonObject },
  report: Report,
): void {
  const { at: places = [] } = form.fields.get("inputSchema") ?? {};
  const silent = emptyFieldsIn(extras);
  for (const pointer of places) {
    const value = extras[pointer];
    if (value !== undefined && !isSchema(value))
      under(pointer, report).fail("wrong-type", `expected a JSON Schema, got ${kindWithArticle(value)}`);
    if (isObject(silent[pointer] ?? null)) under(pointer, report).change("empty-schema");
  }
  const foreign = foreignSchema(extras);
  if (foreign === undefined || places.some((pointer) => (getAt(wire, pointer) ?? null) !== null)) return;
  const told = `expected the schema of the arguments in ${places[0]?.slice(1)}, but it is in ${foreign.slice(1)}`;
  report.fail("wrong-dialect", told);
}

function under(pointer: string, report: Report): Report {
  return reportAt(report, report.place.pointer + pointer);
}

function foreignSchema(extras: JsonObject): string | undefined {
  for (const pointer in extras) if (isForeignSchema(pointer, extras[pointer] as Json)) return pointer;
  return undefined;
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
  if (!isPointer(pointer)) return false;
  return SCHEMA_WORDS.has(pointer.slice(pointer.lastIndexOf("/") + 1)) && isSchema(value);
}

function writeIn(layout: Layout, { tool, draft }: FunctionDraft, fieldValue: FieldValue, fast: FastPaths): JsonObject {
  const { variant = "" } = draft;
  const extras = extrasOf(tool, layout.dialect);
  const index = layout.variants.get(variant);
  if (index === undefined) return writeFields(layout, { fieldValue, extras }, fast);
  const byDefault = fast.defaultLayout && isEmpty(extras) ? layout.variantLayouts.get(variant) : undefined;
  const written = byDefault && writeDefault(byDefault, fieldValue);
  if (written !== undefined) return written;
  const chosen = SCHEMA_FIELDS.map((field) => [field, layout.fields.get(field)?.at.slice(index, index + 1)]);
  const at = { ...notesOf(extras).at, ...Object.fromEntries(chosen) };
  return writeFields(layout, { fieldValue, extras: { ...extras, at } }, fast);
}
