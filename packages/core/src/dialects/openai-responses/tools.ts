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
import { defineCustomLayout } from "../../mapping/tools/custom.ts";
import { readGroupMembers } from "../../mapping/tools/group-members.ts";
import { loseGroup } from "../../mapping/tools/losses.ts";
import { readTyped, type TypedTools, writeTyped } from "../../mapping/tools/typed.ts";
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

const TOOLS: TypedTools = { expected: "an OpenAI Responses tool object", function: FUNCTION, custom: CUSTOM, hosted };

/** A written tool, and the key of its namespace: neighbours with the same key are written together. */
interface Member {
  readonly tool: ToolFields;
  readonly wire: JsonObject;
  readonly key: string | undefined;
}

function decodeEntry(wire: Json, report: Report): ToolFields[] {
  const entry = expectObject(wire, TOOLS.expected, report);
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
  const tool = readTyped(TOOLS, wire, report);
  // A search by the client has no equivalent in other dialects.
  return tool.type === "hosted" && tool.settings.execution === "client" ? { ...tool, kind: "other" } : tool;
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
  const wire = writeTyped(TOOLS, draft, report);
  const key = groupOf(tool, "openai-responses")?.path ?? tool.namespace;
  return wire && { tool, wire, key: tool.namespace ? key : undefined };
}

function isCaller(caller: Json): boolean {
  return caller === "direct" || caller === "programmatic";
}
