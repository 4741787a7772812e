import { isObject } from "../../json/value.ts";
import { UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { failIfEmpty, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { formatTimestamp, parseTimestamp } from "../../mapping/values/timestamp.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import * as errors from "./errors.ts";
import { finishReasonOf, rawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { decodeUsage, encodeUsage, USAGE_FIELDS } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  if (body.error !== undefined && body.error !== null)
    return { candidates: [], failure: errors.decode(body, NO_STATUS) };
  const { values, provenance } = readNode(RESPONSE, body, report);
  const { model, created, message, finishReason } = values;
  const usage = decodeUsage(body, report);
  const seconds = typeof created === "string" ? parseTimestamp(created) : undefined;
  // Other dialects have whole seconds.
  if (seconds !== undefined && formatTimestamp(seconds) !== created) report.at("created_at").change("response-time");
  const response = createResponse(created === undefined ? provenance : withNotes(provenance, "ollama", { created }), {
    model: typeof model === "string" ? model : undefined,
    created: seconds,
    candidates: [candidateIn(message, finishReason, report)],
    usage,
  });
  return failIfEmpty(response, !isObject(message));
}

const BODY: BodyShape = { expected: "a response", has: ["message", "error", "done", "done_reason", "model"] };

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, model, created } = response;
  const own = response.origin?.dialect === "ollama";
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (response.id !== undefined) fieldReport(response, "id", report).change("response-id");
  const { input, output } = countsOf(response, report);
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    id: CHANGED,
    usage: WRITTEN,
    model: model ?? (own ? undefined : (context.model ?? "")),
    created: own ? (noteOf(response, "ollama", "created") ?? CHANGED) : formatTimestamp(created ?? context.created),
    message: own && candidate?.origin === undefined ? undefined : messageOf(candidate, report),
    finishReason: own ? candidate?.finishReason.raw : stopFor(candidate, report),
    input,
    output,
  };
  return writeNode(RESPONSE, response, values, report);
}

/** https://docs.ollama.com/api/chat#response */
const RESPONSE = defineLayout<string>({
  dialect: "ollama",
  unknown: UNKNOWN_METADATA,
  constants: { "/done": true },
  fields: {
    model: text("/model"),
    created: text("/created_at"),
    message: object("/message"),
    finishReason: text("/done_reason"),
    ...USAGE_FIELDS,
  },
});

// The message is the only candidate, so its provenance is the candidate's.
function candidateIn(message: Json | undefined, stop: Json | undefined, report: Report): Candidate {
  const ending = finishReasonOf(stop);
  if (!isObject(message)) return { parts: [], finishReason: ending };
  const { origin, extras, parts } = decodeMessage(message, report.at("message"), "assistant");
  const elsewhere = { finishReason: report.at("done_reason").place };
  return createCandidate({ origin: origin && { ...origin, elsewhere }, extras }, { parts, finishReason: ending });
}

function messageOf(candidate: Candidate | undefined, report: Report): JsonObject | undefined {
  const { parts = [], origin, extras } = candidate ?? {};
  const kept = parts.filter((part) => part.type !== "result" || loseNode(part, part.type, report));
  return encodeMessage({ role: "assistant", parts: kept, glue: "", origin, extras }, report)[0];
}

function stopFor(candidate: Candidate | undefined, report: Report): string {
  if (candidate === undefined) return "stop";
  reportFinishReason(candidate, UNSUPPORTED, report);
  return rawReason(candidate.finishReason);
}

function countsOf({ usage }: CanonicalResponse, report: Report): Record<string, Json | undefined> {
  const { prompt_eval_count: input, eval_count: output } = usage === undefined ? {} : encodeUsage(usage, report);
  return { input, output };
}
