import type { FastFunctions } from "../../fast/functions.ts";
import { expectName, expectObject } from "../../mapping/expect.ts";
import { groupOf, withGroup } from "../../mapping/extras.ts";
import {
  filledArgumentsSchema,
  filledList,
  flag,
  list,
  requiredText,
  schema,
  text,
} from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { groupAdjacent } from "../../mapping/lists/group-adjacent.ts";
import type { PointerIn } from "../../mapping/pointer.ts";
import { type Reading, readLayout } from "../../mapping/read.ts";
import { defineCustomLayout, readCustom, writeCustom } from "../../mapping/tools/custom.ts";
import { readFunction, writeFunction } from "../../mapping/tools/function.ts";
import { readGroupMembers } from "../../mapping/tools/group-members.ts";
import { readHosted, writeHosted } from "../../mapping/tools/hosted.ts";
import { loseGroup } from "../../mapping/tools/losses.ts";
import { writeLayout } from "../../mapping/write.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolDraft, ToolFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import { hosted } from "./hosted.ts";
import type {
  ResponsesCustomTool,
  ResponsesFunctionTool,
  ResponsesNamespaceTool,
  ResponsesWrappedCustomTool,
  ResponsesWrappedFunctionTool,
} from "./wire.ts";

export function decode(wire: readonly Json[], report: Report): ToolFields[] {
  return wire.flatMap((entry, index) => decodeEntry(entry, report.at(index)));
}

export function encode(drafts: readonly ToolDraft[], report: Report): Json[] {
  const members = encodeEach(drafts, (draft) => encodeMember(draft, report));
  return groupAdjacent(members, ({ key }) => key).flatMap((run) => encodeEntries(run, report.fast));
}

const FUNCTION = defineLayout<PointerIn<ResponsesFunctionTool | ResponsesWrappedFunctionTool>>({
  dialect: "openai-responses",
  inGroup: ["namespaceDescription"],
  constants: { "/type": "function" },
  fields: {
    name: text("/name", "/function/name"),
    description: text("/description", "/function/description"),
    strict: flag("/strict", "/function/strict"),
    inputSchema: filledArgumentsSchema("/parameters", "/function/parameters"),
    outputSchema: schema("/output_schema"),
    deferLoading: flag("/defer_loading"),
    allowedCallers: { ...list("/allowed_callers"), item: isCaller },
  },
});

const CUSTOM = defineCustomLayout<PointerIn<ResponsesCustomTool | ResponsesWrappedCustomTool>>({
  dialect: "openai-responses",
  inGroup: ["namespaceDescription"],
  constants: { "/type": "custom" },
  fields: {
    name: text("/name", "/custom/name"),
    description: text("/description", "/custom/description"),
    formatType: text("/format/type", "/custom/format/type"),
    formatSyntax: text("/format/syntax", "/custom/format/grammar/syntax"),
    formatDefinition: text("/format/definition", "/custom/format/grammar/definition"),
    deferLoading: flag("/defer_loading"),
    allowedCallers: { ...list("/allowed_callers"), item: isCaller },
  },
});

const NAMESPACE = defineLayout<PointerIn<ResponsesNamespaceTool>>({
  dialect: "openai-responses",
  constants: { "/type": "namespace" },
  fields: {
    name: text("/name"),
    namespaceDescription: requiredText("/description"),
    tools: filledList("/tools"),
  },
});

/** A written tool, and the key of its namespace: neighbours with the same key are written together. */
interface Member {
  readonly tool: ToolFields;
  readonly wire: JsonObject;
  readonly key: string | undefined;
}

function decodeEntry(wire: Json, report: Report): ToolFields[] {
  const entry = expectObject(wire, "an OpenAI Responses tool object", report);
  if (entry.type !== "namespace") return [decodeTool(entry, report)];
  const reading = readLayout(NAMESPACE, entry, report.fast);
  expectName(reading.values.name, "a namespace", report);
  // The fields of an empty namespace cannot be kept.
  if (reading.values.tools === undefined) return [decodeTool(entry, report)];
  const members = readGroupMembers(reading.values.tools as readonly Json[], report.at("tools"), decodeTool);
  if (members.length === 0) return loseGroup("namespace", report);
  return members.map((tool) => joinNamespace(tool, reading, report));
}

function decodeTool(wire: Json, report: Report): ToolFields {
  const tool = expectObject(wire, "an OpenAI Responses tool object", report);
  if (tool.type === "custom") return readCustom(CUSTOM, tool, report);
  if (typeof tool.type !== "string" || tool.type === "function") return readFunction(FUNCTION, tool, report);
  const { type, ...settings } = tool;
  const read = readHosted(hosted, { vendorType: tool.type, settings }, report);
  // A search by the client has no equivalent in other dialects.
  return settings.execution === "client" ? { ...read, kind: "other" } : read;
}

function joinNamespace(tool: ToolFields, { values, extras }: Reading, report: Report): ToolFields {
  const group = { path: report.place.pointer, fields: { namespaceDescription: "/description" }, extras };
  const namespace = String(values.name);
  const description = values.namespaceDescription;
  if (typeof description !== "string") return withGroup({ ...tool, namespace }, "openai-responses", group);
  if (tool.type !== "hosted") {
    return withGroup({ ...tool, namespace, namespaceDescription: description }, "openai-responses", group);
  }
  // A hosted tool has no description of its own for its namespace's, so the group keeps it.
  const kept = { ...group, extras: { ...extras, "/description": description } };
  return withGroup({ ...tool, namespace }, "openai-responses", kept);
}

function encodeEntries(run: readonly [Member, ...Member[]], fast: FastFunctions): Json[] {
  const [{ tool, key }] = run;
  const tools = run.map(({ wire }) => wire);
  if (key === undefined) return tools;
  const { namespaceDescription } = tool.type === "hosted" ? {} : tool;
  const values = { name: tool.namespace, namespaceDescription, tools };
  const extras = groupOf(tool, "openai-responses")?.extras ?? {};
  return [writeLayout(NAMESPACE, { values, extras }, fast)];
}

function encodeMember(draft: ToolDraft, report: Report): Member | undefined {
  const { tool } = draft;
  const wire = encodeTool(draft, report);
  const key = groupOf(tool, "openai-responses")?.path ?? tool.namespace;
  return wire && { tool, wire, key: tool.namespace ? key : undefined };
}

function encodeTool(draft: ToolDraft, report: Report): JsonObject | undefined {
  const { tool } = draft;
  if (tool.type === "function") return writeFunction(FUNCTION, { tool, draft }, report);
  if (tool.type === "custom") return writeCustom(CUSTOM, { ...draft, tool }, report);
  const own = writeHosted(hosted, tool, report);
  return own && { type: own.vendorType, ...own.settings };
}

function isCaller(caller: Json): boolean {
  return caller === "direct" || caller === "programmatic";
}
