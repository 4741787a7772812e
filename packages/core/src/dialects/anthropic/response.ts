import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseForeignExtras, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import { failIfEmpty } from "../../mapping/nodes/failure.ts";
import { reportRawReason } from "../../mapping/nodes/finish-reason.ts";
import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { extendObject } from "../../mapping/values/extend-object.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { contentOf, partsOf } from "./content.ts";
import * as errors from "./errors.ts";
import { finishReasonOf, rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { messageId } from "./ids.ts";
import { decodeUsage, encodeUsage } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  // Compatible servers may leave out the type of an error.
  if (body.type === "error" || (body.error !== undefined && body.content === undefined))
    return { candidates: [], failure: errors.decode(body, 502) };
  const { values, provenance } = readNode(MESSAGE, body, report);
  const { id, model, content, usage } = values as Partial<CanonicalResponse> & typeof values;
  const parts = partsOf(isArray(content) ? content : [], report.at("content"));
  const { origin } = provenance;
  const candidates = [createCandidate({ origin }, { parts, finishReason: finishReasonOf(body) })];
  const used = isObject(usage) ? decodeUsage(usage, report.at("usage")) : undefined;
  return failIfEmpty(createResponse(provenance, { id, model, candidates, usage: used }), !isArray(content));
}

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, id, model, usage } = response;
  const own = response.origin?.dialect === "anthropic";
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (candidate !== undefined) loseForeignExtras("anthropic", candidate, report);
  if (candidate !== undefined && !own) reportRawReason(candidate, UNSUPPORTED, report);
  const stop = candidate?.finishReason ?? { reason: "other" as const };
  const sentId = own ? id : messageId(id ?? context.id);
  if (!own) reportResponseHead(response, { id: sentId, time: false }, report);
  const values = {
    id: sentId,
    model: model ?? (own ? undefined : (context.model ?? "")),
    content: contentOf(shown(candidate, own, report), { plain: false }, report) ?? [],
    finishReason: own ? stop.raw : rawReason(stop),
    sequence: stop.sequence,
    usage: usage === undefined ? (own ? undefined : NO_USAGE) : encodeUsage(usage, report),
    candidates: WRITTEN,
    failure: WRITTEN,
    created: CHANGED,
  };
  const written = writeNode(MESSAGE, response, values, report);
  return own ? written : extendObject(written, { stop_sequence: stop.sequence ?? null });
}

const BODY: BodyShape = { expected: "a message", lists: ["content"], has: ["content", "error", "type", "stop_reason"] };

const NO_USAGE = { input_tokens: 0, output_tokens: 0 };

/** https://platform.claude.com/docs/en/api/messages/create#returns */
const MESSAGE = defineLayout<string>({
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

// An empty text would be refused when the client sends it back.
function shown(candidate: Candidate | undefined, own: boolean, report: Report): Candidate["parts"] {
  const parts = candidate?.parts ?? [];
  return own ? parts : withoutEmptyTexts(parts, report);
}
