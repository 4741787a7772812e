import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_CONTENT, UNKNOWN_METADATA } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { notesOf } from "../../mapping/extras.ts";
import { list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseForeignExtras, loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { withoutEmptyTexts } from "../../mapping/nodes/empty-texts.ts";
import { failIfEmpty, NO_STATUS } from "../../mapping/nodes/failure.ts";
import { reportFinishReason } from "../../mapping/nodes/finish-reason.ts";
import { createResponse } from "../../mapping/nodes/response.ts";
import { itemsOf, memoryNote, memoryOf, notesOnList, separateEcho } from "../../mapping/nodes/response-items.ts";
import { reportResponseHead } from "../../mapping/nodes/response-losses.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { formatTimestamp, parseTimestamp } from "../../mapping/values/timestamp.ts";
import type { ResponseContext } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Candidate, CanonicalResponse } from "../../model/response.ts";
import type { Extras } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import { ECHO } from "./echoed-fields.ts";
import * as errors from "./errors.ts";
import { errorIn, finishReasonOf, hasOutput, statusOf, UNSUPPORTED } from "./finish-reasons.ts";
import * as messagesCodec from "./messages.ts";
import { blankInteraction, stepsOf, usedTierFor } from "./output.ts";
import { tierIn } from "./settings.ts";
import { decodeUsage, encodeUsage } from "./usage.ts";

export function decode(wire: Json, report: Report): CanonicalResponse {
  const body = expectBody(wire, BODY, report);
  const usage = isObject(body.usage ?? null) ? decodeUsage(body.usage as JsonObject, report.at("usage")) : undefined;
  if (body.status === "failed" || (isObject(body.error) && !isArray(body.steps)))
    return { candidates: [], failure: errors.decode(body, NO_STATUS), usage };
  const { own, echo } = separateEcho(body, ECHO, report);
  const { values, provenance } = readNode(RESPONSE, own, report);
  const { id, model, created, usedTier, steps, status } = values as Readonly<Record<string, Json | undefined>>;
  const messages = finish(messagesCodec.decode(isArray(steps) ? steps : [], report.at("steps")));
  const raw = { ...(created === undefined ? {} : { created }), ...(usedTier === undefined ? {} : { usedTier }) };
  const response = createResponse(withNotes(provenance, DIALECT, { echo, raw }), {
    id: typeof id === "string" ? id : undefined,
    model: typeof model === "string" ? model : undefined,
    created: timeIn(created, report),
    candidates: [candidateOf(messages, { status, steps }, report.at("steps"))],
    usage,
    usedTier: tierIn(usedTier),
  });
  return failIfEmpty(response, hasOutput(status) && !isArray(steps));
}

export function encode(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  return response.origin?.dialect === DIALECT ? writeOwn(response, report) : writeForeign(response, report, context);
}

const BODY: BodyShape = { expected: "a response", lists: ["steps"], has: ["steps", "error", "status", "object"] };

const DIALECT = "gemini-interactions";

/** https://ai.google.dev/api/interactions-api: `Interaction` */
const RESPONSE = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_METADATA,
  constants: { "/object": "interaction" },
  ignored: ["/updated"],
  fields: {
    id: text("/id"),
    status: text("/status"),
    model: text("/model"),
    created: text("/created"),
    usedTier: text("/service_tier"),
    steps: list("/steps"),
    usage: object("/usage"),
  },
});

// Other dialects have whole seconds.
function timeIn(created: Json | undefined, report: Report): number | undefined {
  const seconds = typeof created === "string" ? parseTimestamp(created) : undefined;
  if (seconds !== undefined && formatTimestamp(seconds) !== created) report.at("created").change("response-time");
  return seconds;
}

/** What a response remembers: the messages that its steps were read as, and its status. */
interface Memory {
  readonly messages: readonly Message[];
  readonly status: Json | undefined;
}

/** How an interaction has ended. */
type Ended = Readonly<Record<"status" | "steps", Json | undefined>>;

const NO_MEMORY: Memory = { messages: [], status: undefined };

function candidateOf(messages: readonly Message[], { status, steps }: Ended, report: Report): Candidate {
  const parts = messages.filter(isModels).flatMap((message) => message.parts);
  for (const [index, message] of messages.entries()) if (!isModels(message)) report.at(index).change("echoed-field");
  const stop = finishReasonOf(status, parts.length > 0, isArray(steps) ? steps.map(errorIn).find(isObject) : undefined);
  const calls = stop.reason === "end" && parts.some(({ type }) => type === "call");
  const elsewhere = { finishReason: Place.of("/status"), message: Place.of("/status") };
  const origin = { dialect: DIALECT, place: report.place, fields: {}, elsewhere, unknown: UNKNOWN_CONTENT };
  const memory: Memory = { messages, status };
  const extras = { [DIALECT]: { ...stepNotes(messages), ...memoryNote(memory) } };
  return { parts, finishReason: calls ? { ...stop, reason: "tool" } : stop, origin, extras };
}

// An interaction that was asked for by its id repeats what the user said.
function isModels({ role }: Message): boolean {
  return role === "assistant";
}

function isWithoutParts(message: Message): boolean {
  return message.parts.length === 0 || !isModels(message);
}

// The fields of steps other than their parts are reported on the list.
function stepNotes(messages: readonly Message[]): Extras[string] {
  const notes = messages.map((message) => notesOf((isModels(message) && message.extras?.[DIALECT]) || {}));
  return {
    ...notesOnList(notes.map(({ pointers }) => pointers)),
    silent: notesOnList(notes.map(({ silent }) => silent)),
  };
}

// ── for the same dialect ────────────────────────────────────────────────────

function writeOwn(response: CanonicalResponse, report: Report): JsonObject {
  const { id, model, candidates, usage } = response;
  const [candidate] = candidates;
  const { messages, status } = memoryOf<Memory>(candidate, DIALECT) ?? NO_MEMORY;
  const raw = noteOf(response, DIALECT, "raw");
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    created: CHANGED,
    usedTier: CHANGED,
    id,
    model,
    status,
    steps: finish(messagesCodec.encode(itemsOf(candidate?.parts ?? [], messages, isWithoutParts), report)),
    usage: usage && encodeUsage(usage, report),
    ...(raw !== undefined && isObject(raw) ? raw : {}),
  };
  const echo = noteOf(response, DIALECT, "echo");
  return { ...writeNode(RESPONSE, response, values, report), ...(echo !== undefined && isObject(echo) ? echo : {}) };
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(response: CanonicalResponse, report: Report, context: ResponseContext): JsonObject {
  const { candidates, usage } = response;
  const [candidate, ...others] = candidates;
  for (const other of others) loseNode(other, "candidate", report);
  if (candidate !== undefined) reportCandidate(candidate, report);
  const blank = blankInteraction(response, context);
  reportResponseHead(response, { id: String(blank.id), time: true }, report);
  const values = {
    candidates: WRITTEN,
    failure: WRITTEN,
    model: WRITTEN,
    created: WRITTEN,
    id: String(blank.id),
    status: statusOf(candidate?.finishReason ?? { reason: "other" }),
    usedTier: usedTierFor(response, report) ?? LOST,
    steps: stepsOf(withoutEmptyTexts(candidate?.parts ?? [], report), report),
    usage: usage && encodeUsage(usage, report),
  };
  const { previousResponse } = context.request ?? {};
  const continued = previousResponse === undefined ? {} : { previous_interaction_id: previousResponse };
  return { ...blank, ...continued, ...writeNode(RESPONSE, response, values, report) };
}

function reportCandidate(candidate: Candidate, report: Report): void {
  loseForeignExtras(DIALECT, candidate, report);
  reportFinishReason(candidate, UNSUPPORTED, report);
}
