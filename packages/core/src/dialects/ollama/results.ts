import { plainResult } from "../../fast/plain-parts.ts";
import { expectRole } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { addErrorPrefix, hasErrorPrefix, stripErrorPrefix } from "../../mapping/nodes/error-prefix.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { CONTENT_FIELDS, contentOf, partsOf } from "./content.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const { values, provenance } = readNode(RESULT, expectRole(wire, ["tool"], report), report);
  const { role, id, name } = values;
  const parts = partsOf(values, report);
  const failed = hasErrorPrefix(parts);
  return createResult(role === undefined || role === "tool" ? provenance : withNotes(provenance, "ollama", { role }), {
    id: String(id ?? ""),
    name: typeof name === "string" ? name : undefined,
    parts: failed ? stripErrorPrefix(parts) : parts,
    plain: true,
    isError: failed ? true : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, name, parts } = result;
  const own = result.origin?.dialect === "ollama";
  const marked = result.isError === true ? addErrorPrefix(parts) : parts;
  if (result.isError === false) fieldReport(result, "isError", report).change("default-field");
  if (result.structured !== undefined) fieldReport(result, "structured", report).change("plain-text");
  const { content, thinking, images } = contentOf(result, marked, report);
  const text = thinking === undefined && images === undefined ? content : undefined;
  if (text !== undefined && id !== "" && name !== undefined && plainResult(result, "ollama", report))
    return { role: "tool", content: text, tool_name: name, tool_call_id: id };
  const role = noteOf(result, "ollama", "role") ?? "tool";
  const answers = id === "" && !own ? CHANGED : id;
  return writeNode(RESULT, result, { role, id: answers, name, content, thinking, images }, report);
}

/** Older templates find the call by the name of its tool, newer ones by its id: both are written. */
const RESULT = defineLayout<string>({
  dialect: "ollama",
  fields: {
    role: text("/role"),
    ...CONTENT_FIELDS,
    name: text("/tool_name"),
    id: { ...text("/tool_call_id"), absentMeans: "" },
  },
  handled: ["parts", "plain", "kind", "namespace", "isError", "structured"],
});
