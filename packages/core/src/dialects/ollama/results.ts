import { isError, withError, withoutError } from "../../content/errors.ts";
import { isBareResult, resultOf } from "../../content/parts.ts";
import { expectRole } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { layoutOf } from "../../mapping/layout.ts";
import { fieldOf, readNode, writeNode } from "../../mapping/node.ts";
import { remember, remembered } from "../../mapping/remember.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/result.ts";
import type { Report } from "../../report.ts";
import { CONTENT_RULES, contentOf, partsOf } from "./content.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const { values, noted } = readNode(RESULT, expectRole(wire, ["tool"], report), report);
  const { role, id, name } = values;
  const parts = partsOf(values, report);
  const failed = isError(parts);
  return resultOf(role === undefined || role === "tool" ? noted : remember(noted, "ollama", { role }), {
    id: String(id ?? ""),
    name: typeof name === "string" ? name : undefined,
    parts: failed ? withoutError(parts) : parts,
    plain: true,
    isError: failed ? true : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, name, parts } = result;
  const own = result.origin?.dialect === "ollama";
  const said = result.isError === true ? withError(parts) : parts;
  if (result.isError === false) fieldOf(result, "isError", report).change("default-field");
  if (result.structured !== undefined) fieldOf(result, "structured", report).change("plain-text");
  const { content, thinking, images } = contentOf(result, said, report);
  const words = thinking === undefined && images === undefined ? content : undefined;
  if (words !== undefined && id !== "" && name !== undefined && isBareResult(result))
    return { role: "tool", content: words, tool_name: name, tool_call_id: id };
  const role = remembered(result, "ollama", "role") ?? "tool";
  const answers = id === "" && !own ? undefined : id;
  return writeNode(RESULT, result, { role, id: answers, name, content, thinking, images }, report);
}

/** Older templates find the call by the name of its tool, newer ones by its id: both are written. */
const RESULT = layoutOf<string>({
  dialect: "ollama",
  fields: {
    role: text("/role"),
    ...CONTENT_RULES,
    name: text("/tool_name"),
    id: { ...text("/tool_call_id"), absentMeans: "" },
  },
  handled: ["parts", "plain", "kind", "namespace", "isError", "structured"],
});
