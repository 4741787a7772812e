import type { FastFunctions } from "../../fast/functions.ts";
import { copyJson, equalJson, isObject } from "../../json/value.ts";
import { expectObject } from "../../mapping/expect.ts";
import { extrasFromNotes, extrasOf, groupOf, notesOf, withGroup } from "../../mapping/extras.ts";
import { argumentsSchema, type FieldMapping, schema, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { readLayout } from "../../mapping/read.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { readGroupMembers } from "../../mapping/tools/group-members.ts";
import { readHosted, writeHosted } from "../../mapping/tools/hosted.ts";
import { loseGroup, loseTool, reportAt } from "../../mapping/tools/losses.ts";
import { writeLayout } from "../../mapping/write.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { FunctionFields, ToolDraft, ToolFields } from "../../model/tool.ts";
import { parsePointer } from "../../place.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import { fromProto } from "./proto.ts";
import { repeatedField } from "./repeated.ts";
import type { FunctionDeclarationFields, GeminiToolFields } from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.flatMap((entry, index) => decodeEntry(entry, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  const members = encodeEach(drafts, (draft) => encodeMember(draft, report));
  const ordered = members.toSorted((one, other) => rankOf(one) - rankOf(other));
  return groupAdjacent(ordered, ({ key }) => key).map((run) => encodeEntry(run, report.fast));
}

const FUNCTION = defineLayout<PointerIn<FunctionDeclarationFields>>({
  dialect: "gemini",
  variants: { parameters: 1 },
  fields: {
    name: text("/name"),
    description: text("/description"),
    inputSchema: argumentsSchema("/parametersJsonSchema", "/parameters", "/parameters_json_schema"),
    outputSchema: schema("/responseJsonSchema", "/response", "/response_json_schema"),
  },
});

const TOOL = defineLayout<PointerIn<GeminiToolFields>>({
  dialect: "gemini",
  optional: { "/functionDeclarations": [], "/function_declarations": [] },
  fields: {
    functions: repeatedField("/functionDeclarations", "/function_declarations") as FieldMapping<
      PointerIn<GeminiToolFields>
    >,
  },
});

/** A written tool, and the key of its Tool object: neighbours with the same key are written together. */
interface Member {
  readonly tool: ToolFields;
  readonly wire: JsonObject;
  readonly key: string | undefined;
  /** The field of the Tool object that a built-in is. */
  readonly builtIn?: string;
}

function decodeEntry(wire: Json, report: Report): ToolFields[] {
  const entry = expectObject(wire, "a Gemini tool object", report);
  const { values, fields, extras } = readLayout(TOOL, entry, report.fast);
  if (values.functions === undefined && typeof entry.name === "string") return [decodeFunction(entry, report)];
  const at = reportAt(report, report.place.pointer + fields.functions);
  const functions = readGroupMembers(values.functions ?? [], at, decodeFunction);
  const { builtIns, rest } = decodeBuiltIns(extras, report);
  const group = { path: report.place.pointer, extras: rest };
  const members = [...functions, ...builtIns].map((tool) => withGroup(tool, "gemini", group));
  // Other dialects have one entry per built-in, and get them back so.
  if (members.length > 1 && builtIns.length > 0) report.change("tool-group");
  if (members.length > 0) return members;
  if (values.functions !== undefined) return loseGroup("functionDeclarations", report);
  // The fields of a Tool object without tools cannot be kept.
  return [readHosted(hosted, { vendorType: builtInFieldOf(entry), settings: entry }, report)];
}

function builtInFieldOf(entry: JsonObject): string {
  return Object.keys(entry).find((key) => entry[key] !== null) ?? "functionDeclarations";
}

function decodeFunction(wire: Json, report: Report): ToolFields {
  return asJsonSchema(
    readFunction(FUNCTION, expectObject(wire, "a Gemini function declaration", report), report),
    report,
  );
}

// `parameters` and `response` are written in the Schema proto; an unchanged schema is written back as it was.
function asJsonSchema(tool: FunctionFields, report: Report): FunctionFields {
  const read: FunctionFields = {
    ...tool,
    ...converted("inputSchema", "/parameters", tool),
    ...converted("outputSchema", "/response", tool),
  };
  const proto = (["inputSchema", "outputSchema"] as const).filter((field) => read[field] !== tool[field]);
  if (proto.length === 0) return tool;
  for (const field of proto) report.field(tool, field).change("proto-schema");
  const written = Object.fromEntries(proto.map((field) => [field, tool[field] ?? null]));
  return { ...read, extras: { ...tool.extras, gemini: { ...extrasOf(tool, "gemini"), proto: written } } };
}

type SchemaField = "inputSchema" | "outputSchema";

function converted(field: SchemaField, pointer: string, tool: FunctionFields): Partial<FunctionFields> {
  const schema = tool[field];
  return schema === undefined || tool.origin?.fields[field] !== pointer ? {} : { [field]: fromProto(schema) };
}

function asWritten(draft: ToolDraft): ToolDraft {
  const { proto } = extrasOf(draft.tool, "gemini");
  if (!isObject(proto)) return draft;
  const same = (["inputSchema", "outputSchema"] as const).filter(
    (field) => proto[field] !== undefined && equalJson(fromProto(proto[field] as JsonSchema), draft[field] ?? null),
  );
  return { ...draft, ...Object.fromEntries(same.map((field) => [field, copyJson(proto[field] ?? null)])) };
}

function decodeBuiltIns(extras: JsonObject, report: Report): { builtIns: ToolFields[]; rest: JsonObject } {
  const notes = notesOf(extras);
  const builtIns: ToolFields[] = [];
  const pointers: Record<string, Json> = {};
  // In the JSON of protocol buffers, null is the same as absent.
  const silent: Record<string, Json> = { ...notes.silent };
  for (const [pointer, value] of Object.entries(notes.pointers)) {
    const [vendorType = ""] = parsePointer(pointer);
    if (isObject(value)) builtIns.push(readHosted(hosted, { vendorType, settings: value }, report.at(vendorType)));
    else (value === null ? silent : pointers)[pointer] = value;
  }
  return { builtIns, rest: extrasFromNotes({ ...notes, pointers, silent }) };
}

function encodeEntry(run: readonly [Member, ...Member[]], fast: FastFunctions): Json {
  const [{ tool, wire }] = run;
  if (standsAlone(tool)) return wire;
  const functions = run.filter(({ builtIn }) => builtIn === undefined).map((member) => member.wire);
  const values = functions.length > 0 ? { functions } : {};
  const entry = writeLayout(TOOL, { values, extras: groupOf(tool, "gemini")?.extras ?? {} }, fast);
  const builtIns = run.flatMap((member) =>
    member.builtIn === undefined ? [] : [[member.builtIn, member.wire] as const],
  );
  return { ...entry, ...Object.fromEntries(builtIns) };
}

function encodeMember(draft: ToolDraft, report: Report): Member | undefined {
  const { tool } = draft;
  const key = groupOf(tool, "gemini")?.path;
  if (tool.type === "function") {
    const wire = writeFunction(FUNCTION, { tool, draft: asWritten(draft) }, report);
    return { tool, wire, key: standsAlone(tool) ? undefined : (key ?? "functions") };
  }
  if (tool.type === "custom") return loseTool(tool, report);
  const own = writeHosted(hosted, tool, report);
  return own && { tool, wire: own.settings, builtIn: own.vendorType, key };
}

// A bare function declaration is written back as one.
function standsAlone(tool: ToolFields): boolean {
  return tool.origin?.dialect === "gemini" && groupOf(tool, "gemini") === undefined;
}

function rankOf({ tool, builtIn }: Member): number {
  if (tool.origin?.dialect === "gemini") return 0;
  return builtIn === undefined ? 1 : 2;
}
