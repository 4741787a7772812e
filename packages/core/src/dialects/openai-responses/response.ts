import { isArray, isObject } from "../../json/value.ts";
import { levelOf, UNKNOWN_CONTENT, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { notesOf } from "../../mapping/extras.ts";
import { count, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseForeignExtras, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import { failIfEmpty, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { createResponse } from "../../mapping/nodes/response.ts";
import { itemsOf, memoryNote, memoryOf, notesOnList, separateEcho } from "../../mapping/nodes/response-items.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { withNotes } from "../../mapping/notes.ts";
import { LOST, WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { UnknownFieldLevels } from "../../model/loss.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Extras } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import { ECHO } from "./echoed-fields.ts";
import * as errors from "./errors.ts";
import { finishReasonOf, hasFailed, hasOutput, isRunning, statusOf, UNSUPPORTED } from "./finish-reasons.ts";
import * as messagesCodec from "./messages.ts";
import { blankResponse, outputOf, responseId } from "./output.ts";
import { usedTierFor } from "./tiers.ts";
import { encodeUsage, usageIn } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  const usage = usageIn(body, report);
  if (hasFailed(body)) return { candidates: [], failure: errors.decode(body, NO_STATUS), usage };
  const { own, echo } = separateEcho(body, ECHO, report);
  const { values, provenance } = readNode(RESPONSE, own, report);
  const { id, model, created, usedTier, output, status, incomplete } = values as Partial<CanonicalResponse> &
    typeof values;
  const items = finish(messagesCodec.decode(isArray(output) ? output : [], report.at("output")));
  for (const { parts } of items) for (const part of parts) reportReasoning(part, report);
  const candidate = candidateOf(items, { status, incomplete }, report.at("output"));
  const fields = { id, model, created, candidates: [candidate], usage, usedTier };
  const response = createResponse(withNotes(provenance, DIALECT, { echo }), fields);
  return failIfEmpty(response, hasOutput(status) && !isArray(output));
}

const BODY: BodyShape = { expected: "a response", lists: ["output"], has: ["output", "error", "status", "object"] };

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  return response.origin?.dialect === DIALECT ? writeOwn(response, report) : writeForeign(response, report, context);
}

const DIALECT = "openai-responses";

/** https://developers.openai.com/api/reference/resources/responses */
const RESPONSE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  constants: { "/object": "response" },
  fields: {
    id: text("/id"),
    created: count("/created_at"),
    status: text("/status"),
    incomplete: text("/incomplete_details/reason"),
    model: text("/model"),
    output: list("/output"),
    usage: object("/usage"),
    usedTier: text("/service_tier"),
  },
});

/** How the end of a response was written. */
interface Ending {
  readonly status: Json | undefined;
  readonly incomplete: Json | undefined;
}

/** What a response remembers: the items of its parts, and its ending. */
interface Memory {
  readonly items: readonly Message[];
  readonly ending: Ending;
}

const NO_MEMORY: Memory = { items: [], ending: { status: undefined, incomplete: undefined } };

function candidateOf(items: readonly Message[], ending: Ending, report: Report): Candidate {
  const parts = items.flatMap((item) => item.parts);
  const { status, incomplete } = ending;
  // The output of a response that goes on in the background is not all of it.
  const isPartial = parts.length > 0 && isRunning(status);
  const stop = isPartial ? finishReasonOf("incomplete", status) : finishReasonOf(status, incomplete);
  const calls = stop.reason === "end" && parts.some(({ type }) => type === "call");
  const elsewhere = {
    finishReason: Place.of(ending.incomplete === undefined ? "/status" : "/incomplete_details/reason"),
    message: Place.of("/status"),
  };
  const origin = { dialect: DIALECT, place: report.place, fields: {}, elsewhere, unknown: itemLevels(items) };
  const memory: Memory = { items, ending };
  const extras = { [DIALECT]: { ...itemNotes(items), ...memoryNote(memory) } };
  return { parts, finishReason: calls ? { ...stop, reason: "tool" } : stop, origin, extras };
}

// The fields of items other than their parts are reported on the list.
function itemNotes(items: readonly Message[]): Extras[string] {
  const provenance = items.map(({ extras, phase, parts: [part] }) => {
    if (part?.type === "reasoning") return reasoningNotes(part);
    const { pointers, silent } = notesOf(extras?.[DIALECT] ?? {});
    // The status of an item repeats that of the response.
    const { "/status": status, ...rest } = pointers;
    const label = phase === undefined ? {} : { "/phase": phase };
    return {
      pointers: { ...rest, ...label },
      silent: status === undefined ? silent : { ...silent, "/status": status },
    };
  });
  const silent = notesOnList(provenance.map((notes) => notes.silent));
  return { ...notesOnList(provenance.map(({ pointers }) => pointers)), silent };
}

function itemLevels(items: readonly Message[]): UnknownFieldLevels {
  const levels = items.map((_, index) => [`/${index}/phase`, levelOf("phase")] as const);
  return { ...UNKNOWN_CONTENT, ...Object.fromEntries(levels) };
}

// Other dialects do not tell raw reasoning from a summary.
function reportReasoning(part: Part, report: Report): void {
  if (part.type === "reasoning" && part.texts.length > 0 && part.summary !== true)
    fieldReport(part, "texts", report).change("plain-reasoning");
}

// Raw reasoning is read only if there is no summary.
function reasoningNotes({ extras, summary }: ReasoningPart): { pointers: JsonObject; silent: JsonObject } {
  const content = (extras?.[DIALECT]?.item as JsonObject | undefined)?.content;
  if (!isArray(content) || (content.length > 0 && summary !== true)) return { pointers: {}, silent: {} };
  const fields = { "/content": content };
  return content.length > 0 ? { pointers: fields, silent: {} } : { pointers: {}, silent: fields };
}

// ── for the same dialect ────────────────────────────────────────────────────

function writeOwn(response: CanonicalResponse, report: Report): JsonObject {
  const { id, created, model, candidates, usage, usedTier, extras } = response;
  const [candidate] = candidates;
  const { items, ending } = memoryOf<Memory>(candidate, DIALECT) ?? NO_MEMORY;
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    id,
    created,
    model,
    ...ending,
    output: finish(
      messagesCodec.encode(
        itemsOf(candidate?.parts ?? [], items, ({ parts }) => parts.length === 0),
        report,
      ),
    ),
    usage: usage && encodeUsage(usage, report),
    usedTier,
  };
  const echo = extras?.[DIALECT]?.echo;
  return { ...writeNode(RESPONSE, response, values, report), ...(isObject(echo) ? echo : {}) };
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { id, candidates, usage } = response;
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (candidate !== undefined) reportCandidate(candidate, report);
  const blank = blankResponse(response, context);
  reportResponseHead(response, { id: responseId(id ?? context.id), time: true }, report);
  const status = statusOf(candidate?.finishReason ?? { reason: "other" });
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    model: WRITTEN,
    created: WRITTEN,
    id: String(blank.id),
    ...status,
    output: outputOf(
      withoutEmptyTexts(candidate?.parts ?? [], report),
      { response: String(blank.id), complete: status.status === "completed" },
      report,
    ),
    usage: encodeUsage(usage ?? {}, report),
    usedTier: usedTierFor(response, report) ?? LOST,
  };
  return { ...blank, ...writeNode(RESPONSE, response, values, report) };
}

function reportCandidate(candidate: Candidate, report: Report): void {
  loseForeignExtras(DIALECT, candidate, report);
  reportFinishReason(candidate, UNSUPPORTED, report);
}
