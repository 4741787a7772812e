import { defaultNode } from "../../fast/default-node.ts";
import { plainResult } from "../../fast/plain-parts.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { addErrorPrefix, hasErrorPrefix, stripErrorPrefix } from "../../mapping/nodes/error-prefix.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { decodeBuiltInResult, encodeBuiltInResult } from "./built-in-results.ts";
import { builtInOfOutput } from "./built-ins.ts";
import { contentOf, partsOf } from "./content.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const answered = isObject(wire) ? builtInOfOutput(wire) : undefined;
  if (answered !== undefined && isObject(wire)) return decodeBuiltInResult(answered, wire, report);
  const item = expectBody(wire, BODY, report);
  const custom = item.type === "custom_tool_call_output";
  const layout = custom ? CUSTOM_OUTPUT : FUNCTION_OUTPUT;
  const byDefault = isDefaultOutput(item) ? defaultNode(layout, item, 3, report) : undefined;
  const { values, provenance } = byDefault
    ? { values: { id: item.call_id, output: item.output } as JsonObject, provenance: byDefault }
    : readNode(layout, item, report);
  const { id, name, namespace, output } = values;
  const parts = partsOf(output, "input", report.at("output"));
  const failed = hasErrorPrefix(parts);
  return createResult(provenance, {
    id: String(id ?? ""),
    name: typeof name === "string" ? name : undefined,
    namespace: typeof namespace === "string" ? namespace : undefined,
    kind: custom ? "custom" : "function",
    parts: failed ? stripErrorPrefix(parts) : parts,
    plain: output === undefined ? undefined : !isArray(output),
    isError: failed ? true : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const item = result.builtIn === undefined ? undefined : encodeBuiltInResult(result, report);
  if (item !== undefined) return item;
  const { id, name, namespace, kind, plain } = result;
  const own = result.origin?.dialect === DIALECT;
  const parts = own ? result.parts : shown(result, report);
  const failed = result.isError === true ? addErrorPrefix(parts) : parts;
  if (result.isError === false && !own) fieldReport(result, "isError", report).change("default-field");
  const output = contentOf(failed, { plain, side: "input" }, report) ?? (own ? undefined : "");
  if (!own && kind !== "custom" && plainResult(result, DIALECT, report))
    return { type: "function_call_output", call_id: id, output: output ?? "" };
  const layout = kind === "custom" ? CUSTOM_OUTPUT : FUNCTION_OUTPUT;
  const answers = own && id === "" ? CHANGED : id;
  const values = {
    id: answers,
    name: own ? name : CHANGED,
    namespace: own ? namespace : CHANGED,
    output,
  };
  return writeNode(layout, result, values, report);
}

const BODY: BodyShape = { expected: "a function_call_output item", has: ["call_id", "output"] };

const DIALECT = "openai-responses";

const HANDLED = ["parts", "plain", "kind", "isError", "structured", "builtIn"];

/** A result without a call has a name instead: https://developers.openai.com/api/reference */
const FIELDS = {
  id: text("/call_id"),
  name: text("/name"),
  namespace: text("/namespace"),
  output: textOrList("/output"),
};

const FUNCTION_OUTPUT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "function_call_output" },
  optional: { "/status": "completed" },
  ignored: ["/id"],
  fields: FIELDS,
  handled: HANDLED,
});

const CUSTOM_OUTPUT = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "custom_tool_call_output" },
  optional: { "/status": "completed" },
  ignored: ["/id"],
  fields: FIELDS,
  handled: HANDLED,
});

function isDefaultOutput(item: JsonObject): boolean {
  const { type } = item;
  if (type !== "function_call_output" && type !== "custom_tool_call_output") return false;
  return typeof item.call_id === "string" && typeof item.output === "string";
}

function shown({ parts, structured }: ResultPart, report: Report): Part[] {
  if (parts.length === 0 && structured !== undefined) return [{ type: "text", text: stringifyJson(structured) }];
  return parts.filter((part) => part.type === "text" || part.type === "media" || loseNode(part, part.type, report));
}
