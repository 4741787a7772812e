import { defaultNode } from "../../fast/default-node.ts";
import { plainResult } from "../../fast/plain-parts.ts";
import { isArray } from "../../json/value.ts";
import { expectRole } from "../../mapping/expect.ts";
import { fieldReport, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { addErrorPrefix, hasErrorPrefix, stripErrorPrefix } from "../../mapping/nodes/error-prefix.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";
import type { ChatFacts } from "./facts.ts";
import { hasVariant, withVariant } from "./variants.ts";

/** Reads a message of role `tool`, or of its forerunner `function`. */
export function decodeResult(facts: ChatFacts, wire: Json, report: Report): ResultPart {
  const message = expectRole(wire, ["tool", "function"], report);
  const { role, content, tool_call_id: id } = message;
  const fits = role === "tool" && typeof content === "string" && typeof id === "string";
  const byDefault = fits ? defaultNode(facts.result, message, 3, report) : undefined;
  const { values, provenance } = byDefault
    ? { values: { role, content, id } as JsonObject, provenance: byDefault }
    : readNode(facts.result, message, report);
  const parts = partsOf(facts, values.content, report.at("content"));
  const failed = hasErrorPrefix(parts);
  return createResult(values.role === "function" ? withVariant(provenance, facts.dialect, "legacy") : provenance, {
    id: typeof values.id === "string" ? values.id : "",
    name: typeof values.name === "string" ? values.name : undefined,
    parts: failed ? stripErrorPrefix(parts) : parts,
    plain: !isArray(values.content),
    isError: failed ? true : undefined,
  });
}

/** Writes a result as a message of role `tool`. */
export function encodeResult(facts: ChatFacts, result: ResultPart, report: Report): JsonObject {
  const { id, name } = result;
  const own = result.origin?.dialect === facts.dialect;
  // An empty list is no content for OpenAI: https://developers.openai.com/api/reference/resources/chat
  const plain = own || result.parts.length > 0 ? result.plain : true;
  const legacy = hasVariant(result, facts.dialect, "legacy");
  if (result.isError === false && !own) fieldReport(result, "isError", report).change("default-field");
  const content = contentOf(facts, supportedParts(facts, result, report), { plain }, report);
  if (!own && plainResult(result, facts.dialect, report))
    return { role: "tool", content: content ?? "", tool_call_id: id };
  const values = {
    role: legacy ? "function" : "tool",
    id: legacy || (own && id === "") ? CHANGED : id,
    name: own ? name : CHANGED,
    content: content ?? (own ? undefined : ""),
  };
  return writeNode(facts.result, result, values, report);
}

function supportedParts(
  facts: ChatFacts,
  { parts, isError: failed, origin }: ResultPart,
  report: Report,
): ResultPart["parts"] {
  const marked = failed === true ? addErrorPrefix(parts) : parts;
  if (origin?.dialect === facts.dialect) return marked;
  return marked.filter((part) => part.type === "text" || part.type === "media" || loseNode(part, part.type, report));
}
