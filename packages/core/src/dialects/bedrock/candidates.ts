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
  const body = expectResponse(wire, report);
  return isError(body) ? { candidates: [] } : readResponse(body, report);
}

/** Whether a body is an error. */
export function isError({ message, Message, output }: JsonObject): boolean {
  return output === undefined && (typeof message === "string" || typeof Message === "string");
}

/** Reads the body of a response. */
export function readResponse(body: JsonObject, report: Report): CanonicalResponse {
  const { values, provenance } = readNode(RESPONSE, body, report);
  const { content, usage, finishReason, sequence, usedTier } = values;
  const parts = partsOf(content, report.at("output").at("message").at("content"));
  const { origin } = provenance;
  const candidates = [createCandidate({ origin }, { parts, finishReason: finishReasonOf(finishReason, sequence) })];
  const used = isObject(usage) ? decodeUsage(usage, report.at("usage")) : undefined;
  const tier = typeof usedTier === "string" ? usedTier : undefined;
  return failIfEmpty(createResponse(provenance, { candidates, usage: used, usedTier: tier }), !isArray(content));
}

/** The body of a response, or of an error. */
export function expectResponse(wire: Json, report: Report): JsonObject {
  return expectBody(wire, BODY, report);
}

const BODY: BodyShape = { expected: "a response", has: ["output", "stopReason", "message", "Message"] };

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_ResponseSyntax */
export const RESPONSE: Layout = defineLayout<string>({
  dialect: "bedrock",
  unknown: UNKNOWN_METADATA,
  constants: { "/output/message/role": "assistant" },
  ignored: ["/metrics/latencyMs"],
  optional: { "/performanceConfig/latency": "standard" },
  fields: {
    content: list("/output/message/content"),
    finishReason: text("/stopReason"),
    // Claude says which one it was, where `additionalModelResponseFieldPaths` asks for it.
    sequence: text("/additionalModelResponseFields/stop_sequence"),
    usage: object("/usage"),
    usedTier: text("/serviceTier/type"),
  },
});
