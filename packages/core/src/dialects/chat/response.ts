import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody, expectObject } from "../../mapping/expect.ts";
import { type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { EMPTY_RESPONSE } from "../../mapping/nodes/failure.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { reportPartOrder } from "../../mapping/nodes/part-order.ts";
import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Report } from "../../report.ts";
import { encodeCitations } from "./citations.ts";
import { responseContentOf } from "./content.ts";
import { failureIn, failureOf } from "./errors.ts";
import type { ChatFacts } from "./facts.ts";
import { errorHolderIn, failureKindOf } from "./failed-response.ts";
import { finishReasonOf, rawReason, reportForeignRawReason, UNSUPPORTED } from "./finish-reasons.ts";
import { fieldsOf, isContent, partsIn, textsOf } from "./message-fields.ts";
import { quirkList } from "./quirks/index.ts";
import { withRefusalField } from "./refusals.ts";
import { usedTierFor } from "./tiers.ts";
import { decodeUsage, encodeUsage } from "./usage.ts";

/** Reads a response. */
export function decodeResponse(facts: ChatFacts, wire: Json, report: Report): CanonicalResponse {
  const reading = readResponse(facts, wire, report);
  const response = responseFrom(facts, reading, report);
  if (!hasFailed(reading)) return response;
  const failure = failureIn(reading.body) ?? (isNone(reading) ? undefined : failureOf(finishOf(reading)));
  return { candidates: [], failure: failure ?? EMPTY_RESPONSE, usage: response.usage };
}

/** Reads a response for its calls: a failed response has none, and its reason is not read. */
export function decodeCandidates(facts: ChatFacts, wire: Json, report: Report): Pick<CanonicalResponse, "candidates"> {
  const reading = readResponse(facts, wire, report);
  return hasFailed(reading) ? { candidates: [] } : responseFrom(facts, reading, report);
}

interface ResponseReading extends NodeReading {
  readonly body: JsonObject;
  readonly candidates: readonly Candidate[];
}

function readResponse(facts: ChatFacts, wire: Json, report: Report): ResponseReading {
  const body = expectBody(wire, BODY, report);
  const { values, provenance } = readNode(facts.response, body, report);
  const { choices } = values;
  const at = report.at("choices");
  const list = isArray(choices) ? choices : [];
  const candidates = list.map((choice, index) => decodeCandidate(facts, choice, at.at(index)));
  return { values, provenance, body, candidates };
}

function hasFailed(reading: ResponseReading): boolean {
  return errorHolderIn(reading.body) !== undefined || isNone(reading) || failureKindOf(finishOf(reading)) !== undefined;
}

function finishOf({ candidates: [first] }: ResponseReading): string {
  return first?.finishReason.raw ?? "";
}

function responseFrom(
  facts: ChatFacts,
  { values, provenance, candidates }: ResponseReading,
  report: Report,
): CanonicalResponse {
  const { id, model, created, usedTier, usage } = values as Partial<CanonicalResponse> & typeof values;
  const used = isObject(usage) ? decodeUsage(facts, usage, report.at("usage")) : undefined;
  return createResponse(provenance, { id, model, created, candidates, usage: used, usedTier });
}

const BODY: BodyShape = {
  expected: "a response",
  lists: ["choices"],
  has: ["choices", "error", "message", "detail", "object"],
};

/** Writes a response. */
export function encodeResponse(
  facts: ChatFacts,
  response: CanonicalResponse,
  report: Report,
  context: ResponseContext,
): JsonObject {
  const { id, model, created, candidates, usage } = response;
  const own = response.origin?.dialect === facts.dialect;
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    id: id ?? (own ? undefined : `chatcmpl-${context.id}`),
    created: created ?? (own ? undefined : context.created),
    model: model ?? (own ? undefined : (context.model ?? "")),
    choices: candidates.map((candidate, index) => encodeCandidate(facts, candidate, { index, report })),
    usage: usage && encodeUsage(facts, usage, report),
    usedTier: usedTierFor(response, facts.dialect, report) ?? LOST,
  };
  return writeNode(facts.response, response, values, report);
}

function isNone({ values: { choices }, candidates: [candidate] }: ResponseReading): boolean {
  const [first] = isArray(choices) ? choices : [];
  if (!isObject(first) || candidate === undefined) return true;
  return !isObject(first.message) && !WITHOUT_MESSAGE.includes(candidate.finishReason.reason);
}

const WITHOUT_MESSAGE = quirkList("omitsMessage");

function decodeCandidate(facts: ChatFacts, wire: Json, report: Report): Candidate {
  const { values, provenance } = readNode(facts.candidate, expectObject(wire, "a choice", report), report);
  const stop =
    typeof values.finishReason === "string" ? finishReasonOf(values.finishReason) : ({ reason: "other" } as const);
  const parts = partsIn(facts, { values, provenance }, report.at("message"));
  reportForeignRawReason(
    stop,
    parts.some(({ type }) => type === "call"),
    report,
  );
  return createCandidate(provenance, { parts, finishReason: stop });
}

function encodeCandidate(
  facts: ChatFacts,
  candidate: Candidate,
  { index, report }: { index: number; report: Report },
): JsonObject {
  const own = candidate.origin?.dialect === facts.dialect;
  const { finishReason } = candidate;
  const parts = candidate.parts.map((part) => withRefusalField(facts, part));
  const content = parts.filter((part) => isContent(facts, part));
  const { refusal, reasoning, reasoningDetails, calls, functionCall } = fieldsOf(facts, parts, report);
  const values = {
    index,
    parts: WRITTEN,
    role: "assistant",
    content: responseContentOf(facts, content, report),
    refusal,
    reasoning,
    reasoningDetails,
    calls,
    functionCall,
    citations: encodeCitations(facts, textsOf(content), report),
    finishReason: own ? (finishReason.raw ?? CHANGED) : rawReason(finishReason),
  };
  if (!own) reportFinishReason(candidate, UNSUPPORTED, report);
  reportPartOrder(parts, report);
  return writeNode(facts.candidate, candidate, values, report);
}
