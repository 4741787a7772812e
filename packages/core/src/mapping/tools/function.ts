// Reading and writing functions by a layout. A tool whose schema is in the field of another dialect is refused: it
// would become a function without arguments.

import type { FastFunctions } from "../../fast/functions.ts";
import { isSchema } from "../../json/schema-value.ts";
import { copyJson, isEmpty, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FunctionFields, ToolDraft } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { expectName, kindWithArticle } from "../expect.ts";
import { emptyFieldsIn, extrasOf, isPointer, notesOf } from "../extras.ts";
import type { FieldValue } from "../field-mapping.ts";
import { type Layout, SCHEMA_FIELDS } from "../layout.ts";
import { getAt } from "../pointer.ts";
import { readLayout } from "../read.ts";
import { writeFields } from "../write.ts";
import { loseToolFields, reportAt, supportedItems } from "./losses.ts";
import { toolOrigin } from "./origin.ts";

/** Reads a function by its layout. */
export function readFunction(layout: Layout, wire: JsonObject, report: Report): FunctionFields {
  const reading = readLayout(layout, wire, report.fast);
  expectName(reading.values.name, "a function", report);
  const { origin, extras } = toolOrigin(layout.dialect, reading, report);
  if (extras !== undefined) expectOwnSchema(layout, { wire, extras: reading.extras }, report);
  if (reading.values.inputSchema === undefined)
    report.fail("missing-schema", "expected a tool with a schema for its arguments");
  // The tool is built on the values of this reading: copying them takes half of the time of reading.
  const tool = reading.values as unknown as { -readonly [K in keyof FunctionFields]: FunctionFields[K] };
  tool.type = "function";
  if (origin !== undefined) tool.origin = origin;
  if (extras !== undefined) tool.extras = extras;
  return tool;
}

/** A function, and its draft for the target. */
export interface FunctionDraft {
  readonly tool: FunctionFields;
  readonly draft: ToolDraft;
}

/** Writes a function by a layout, and reports the fields that the layout has no place for. */
export function writeFunction(layout: Layout, own: FunctionDraft, report: Report): JsonObject {
  const { tool } = own;
  loseToolFields(layout, tool, report);
  reportPlaceholders(layout, tool, report);
  const allowedCallers = callersOf(layout, tool, report);
  const fieldValue = (field: string): unknown =>
    field === "allowedCallers" ? allowedCallers : fieldValueOf(own, field);
  return writeIn(layout, own, fieldValue, report.fast);
}

// The draft's fields take precedence, even if they are absent; all others come from the tool.
function fieldValueOf({ tool, draft }: FunctionDraft, field: string): unknown {
  switch (field) {
    case "name":
    case "outputSchema":
    case "strict":
      return draft[field];
    case "inputSchema":
      return draft.inputSchema ?? tool.inputSchema;
    default:
      // Schemas were copied while they were lowered; the other values must not be shared with the source either.
      return copied(tool[field as keyof FunctionFields] as Json | undefined);
  }
}

// A required field is written empty if a source of another dialect does not have it.
function reportPlaceholders(layout: Layout, tool: FunctionFields, report: Report): void {
  if (tool.origin?.dialect === layout.dialect) return;
  for (const field of layout.placeholders) {
    if (tool[field as keyof FunctionFields] === undefined) report.field(tool, field).change("empty-field");
  }
}

function callersOf(layout: Layout, tool: FunctionFields, report: Report): readonly Json[] | undefined {
  const mapping = layout.fields.get("allowedCallers");
  if (mapping === undefined || tool.allowedCallers === undefined || tool.origin?.dialect === layout.dialect) {
    return copied(tool.allowedCallers);
  }
  return copied(supportedItems(mapping, tool.allowedCallers, report.field(tool, "allowedCallers")));
}

function copied<T extends Json>(value: T | undefined): T | undefined {
  return value === undefined ? undefined : copyJson(value);
}

// A tool with its schema in another dialect's field is not a function without arguments.
function expectOwnSchema(
  layout: Layout,
  { wire, extras }: { wire: JsonObject; extras: JsonObject },
  report: Report,
): void {
  const { at: places = [] } = layout.fields.get("inputSchema") ?? {};
  const silent = emptyFieldsIn(extras);
  for (const pointer of places) {
    const value = extras[pointer];
    if (value !== undefined && !isSchema(value))
      reportBelow(pointer, report).fail("wrong-type", `expected a JSON Schema, got ${kindWithArticle(value)}`);
    if (isObject(silent[pointer] ?? null)) reportBelow(pointer, report).change("empty-schema");
  }
  const foreign = foreignSchema(extras);
  if (foreign === undefined || places.some((pointer) => (getAt(wire, pointer) ?? null) !== null)) return;
  const message = `expected the schema of the arguments in ${places[0]?.slice(1)}, but it is in ${foreign.slice(1)}`;
  report.fail("wrong-dialect", message);
}

function reportBelow(pointer: string, report: Report): Report {
  return reportAt(report, report.place.pointer + pointer);
}

function foreignSchema(extras: JsonObject): string | undefined {
  for (const pointer in extras) if (isForeignSchema(pointer, extras[pointer] as Json)) return pointer;
  return undefined;
}

/** The names of the field for a function's schema in all dialects. */
const SCHEMA_FIELD_NAMES: ReadonlySet<string> = new Set([
  "inputSchema",
  "input_schema",
  "parameters",
  "parametersJsonSchema",
  "parameters_json_schema",
]);

function isForeignSchema(pointer: string, value: Json): boolean {
  if (!isPointer(pointer)) return false;
  return SCHEMA_FIELD_NAMES.has(pointer.slice(pointer.lastIndexOf("/") + 1)) && isSchema(value);
}

function writeIn(
  layout: Layout,
  { tool, draft }: FunctionDraft,
  fieldValue: FieldValue,
  fast: FastFunctions,
): JsonObject {
  const { variant = "" } = draft;
  const extras = extrasOf(tool, layout.dialect);
  const index = layout.variants.get(variant);
  if (index === undefined) return writeFields(layout, { fieldValue, extras }, fast);
  const byDefault = isEmpty(extras) ? fast.defaultLayout?.writeDefaultVariant(layout, variant, fieldValue) : undefined;
  if (byDefault !== undefined) return byDefault;
  const chosen = SCHEMA_FIELDS.map((field) => [field, layout.fields.get(field)?.at.slice(index, index + 1)]);
  const at = { ...notesOf(extras).at, ...Object.fromEntries(chosen) };
  return writeFields(layout, { fieldValue, extras: { ...extras, at } }, fast);
}
