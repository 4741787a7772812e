import { expectObject } from "../../mapping/expect.ts";
import { anythingOrNull, requiredText } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { showsData } from "../../mapping/nodes/shown-data.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import * as parts from "./parts.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const body = expectObject(wire, "what an executable answered", report);
  if (body.tool_success === false) return readError(body, report);
  if (body.tool_success !== true) return report.fail("wrong-result", "expected tool_success to be true or false");
  const { values, provenance } = readNode(SUCCESS, body, report);
  const { structured } = values;
  const content = structured === undefined ? [] : [parts.decode(structured, report.at("result"))];
  return {
    type: "result",
    id: "",
    parts: content,
    plain: true,
    ...(values as Pick<ResultPart, "structured">),
    ...provenance,
  };
}

export function encode(result: ResultPart, report: Report): JsonObject {
  // One process is one call, which needs no id.
  if (result.id !== "") fieldReport(result, "id", report).change("call-id");
  const own = result.origin?.dialect === "executable";
  const content = textOf(result, report);
  const text = own && content === "" ? undefined : content;
  const { structured } = result;
  if (result.isError !== true)
    return writeNode(SUCCESS, result, { ...HANDLED, structured: structured === undefined ? text : structured }, report);
  const failed = writeNode(FAILED, result, { ...HANDLED, error: text }, report);
  return own ? failed : { ...failed, error_code: FAILURE };
}

/** The error code of a failure that has none. */
const FAILURE = "TOOL_ERROR";

const SUCCESS = defineLayout<string>({
  dialect: "executable",
  constants: { "/tool_success": true },
  fields: { structured: { ...anythingOrNull("/result"), placeholder: null } },
});

const FAILED = defineLayout<string>({
  dialect: "executable",
  constants: { "/tool_success": false },
  fields: { error: requiredText("/error") },
});

const HANDLED = {
  id: CHANGED,
  name: CHANGED,
  namespace: CHANGED,
  kind: CHANGED,
  parts: WRITTEN,
  plain: CHANGED,
  structured: WRITTEN,
  isError: WRITTEN,
};

function readError(body: JsonObject, report: Report): ResultPart {
  const { values, provenance } = readNode(FAILED, body, report);
  const content = typeof values.error === "string" ? [parts.decode(values.error, report.at("error"))] : [];
  return { type: "result", id: "", parts: content, plain: true, isError: true, ...provenance };
}

// Structured content is the result; text that differs from it is lost.
function textOf(result: ResultPart, report: Report): string {
  const { structured, isError } = result;
  if (structured !== undefined && isError !== true) {
    for (const part of result.parts)
      if (part.type !== "text" || !showsData(part.text, structured)) loseNode(part, part.type, report);
    return "";
  }
  const texts = result.parts.flatMap((part) => parts.encode(part, report) ?? []);
  if (texts.length > 1) nodeReport(result, report).change("joined-text");
  return texts.join("\n");
}
