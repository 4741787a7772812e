import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout, type Layout } from "../../mapping/layout.ts";
import { readNode } from "../../mapping/node.ts";
import { failIfEmpty } from "../../mapping/nodes/failure.ts";
import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { partsOf } from "./content.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import { decodeUsage } from "./usage.ts";

/** Reads a response for its calls: a failed response has none, and its reason is not read. */
export function decodeCandidates(wire: Json, report: Report): Pick<CanonicalResponse, "candidates"> {
  const body = expectMessage(wire, report);
  return isError(body) ? { candidates: [] } : readMessage(body, report);
}

/** Whether a body is an error; compatible servers may leave out its type. */
export function isError({ type, error, content }: JsonObject): boolean {
  return type === "error" || (error !== undefined && content === undefined);
}

/** Reads the body of a response. */
export function readMessage(body: JsonObject, report: Report): CanonicalResponse {
  const { values, provenance } = readNode(MESSAGE, body, report);
  const { id, model, content, usage } = values as Partial<CanonicalResponse> & typeof values;
  const parts = partsOf(isArray(content) ? content : [], report.at("content"));
  const { origin } = provenance;
  const candidates = [createCandidate({ origin }, { parts, finishReason: finishReasonOf(body) })];
  const used = isObject(usage) ? decodeUsage(usage, report.at("usage")) : undefined;
  return failIfEmpty(createResponse(provenance, { id, model, candidates, usage: used }), !isArray(content));
}

/** The body of a response, or of an error. */
export function expectMessage(wire: Json, report: Report): JsonObject {
  return expectBody(wire, BODY, report);
}

const BODY: BodyShape = { expected: "a message", lists: ["content"], has: ["content", "error", "type", "stop_reason"] };

/** https://platform.claude.com/docs/en/api/messages/create#returns */
export const MESSAGE: Layout = defineLayout<string>({
  dialect: "anthropic",
  unknown: UNKNOWN_METADATA,
  constants: { "/type": "message", "/role": "assistant" },
  fields: {
    id: text("/id"),
    model: text("/model"),
    content: list("/content"),
    finishReason: text("/stop_reason"),
    sequence: text("/stop_sequence"),
    usage: object("/usage"),
  },
});
