import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { anything, count, flag, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { createRequest } from "../../mapping/nodes/request.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { limitedMetadata } from "../../mapping/settings/metadata.ts";
import { impliedStreamUsage } from "../../mapping/settings/stream-usage.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { isTextFormat, readFormatList, writeFormatList } from "../google/format-list.ts";
import { interactionSafety, isInteractionSafetyList, safetySettingsOf } from "../google/safety.ts";
import { JSON_TYPE, stopFor, TEXT_TYPE } from "../google/settings.ts";
import * as choices from "./choice.ts";
import { decodeInput, encodeInput } from "./input.ts";
import { toolsFor } from "./model.ts";
import { FORMATS, formatFor, formatOf, LABELS, rawTier, TEXT_FORMAT, tierFor, tierIn } from "./settings.ts";
import { splitSystem, systemText, wholeMessage } from "./system.ts";
import { thinkingFor } from "./thinking.ts";
import * as tools from "./tools.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const reading = readFormatList(FORMATS, readNode(REQUEST, expectBody(wire, BODY, report), report));
  return after(decodeInput(reading.values.input, report.at("input")), (said) => requestWith(said, reading, report));
}

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "gemini-interactions";

const declaredTools = new DeclaredToolsCodec(tools);

const BODY: BodyShape = {
  expected: "a request",
  lists: ["tools"],
  has: ["input", "previous_interaction_id", "agent", "continuation_token"],
};

/** https://ai.google.dev/api/interactions-api#CreateInteraction */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  optional: { "/background": false, "/response_modalities": ["text"] },
  fields: {
    model: text("/model"),
    system: text("/system_instruction"),
    input: anything("/input"),
    tools: list("/tools"),
    choice: anything("/generation_config/tool_choice"),
    stream: flag("/stream"),
    maxTokens: count("/generation_config/max_output_tokens"),
    temperature: count("/generation_config/temperature"),
    topP: count("/generation_config/top_p"),
    seed: count("/generation_config/seed"),
    stop: list("/generation_config/stop_sequences"),
    effort: { at: ["/generation_config/thinking_level"], is: isLevel },
    reasoningSummary: text("/generation_config/thinking_summaries"),
    formatKind: { at: ["/response_format/type"], is: (value) => value === TEXT_FORMAT },
    formatMime: { at: ["/response_format/mime_type"], is: (value) => value === JSON_TYPE || value === TEXT_TYPE },
    formatSchema: object("/response_format/schema"),
    formats: { at: ["/response_format"], is: (value) => isTextFormat(FORMATS, value) },
    serviceTier: text("/service_tier"),
    safetySettings: { at: ["/safety_settings"], is: isInteractionSafetyList },
    metadata: object("/labels"),
    store: flag("/store"),
    cacheId: text("/cached_content"),
    previousResponse: text("/previous_interaction_id"),
  },
  derivedFrom: { formatType: "formatMime" },
});

function isLevel(value: Json): boolean {
  return typeof value === "string" && /^(?:minimal|low|medium|high)$/.test(value);
}

// ── from this dialect ───────────────────────────────────────────────────────

function requestWith(
  messages: readonly Message[],
  { values, provenance }: NodeReading,
  report: Report,
): CanonicalRequest {
  const { system, tools, choice, stream, serviceTier, safetySettings, formatKind, formatMime } = values;
  const format = {
    ...(formatKind === undefined ? {} : { formatKind }),
    ...(formatMime === undefined ? {} : { formatMime }),
  };
  const held = withNotes(provenance, DIALECT, { format, ...(serviceTier === undefined ? {} : { tier: serviceTier }) });
  return createRequest(values, {
    messages: [...wholeMessage("system", system, report.at("system_instruction")), ...messages],
    tools: isArray(tools) ? declaredTools.decode(tools, report.at("tools")) : undefined,
    choice: choice === undefined ? undefined : choices.decode(choice, report.at("generation_config").at("tool_choice")),
    formatType: formatOf(values),
    serviceTier: tierIn(serviceTier),
    safetySettings: safetySettingsOf(safetySettings),
    ...held,
    ...(stream === true ? impliedStreamUsage(held) : {}),
  });
}

/** Fields that are written as others, or that this API does not need. */
const NOT_WRITTEN = { messages: WRITTEN, loaded: WRITTEN, includeUsage: CHANGED, formatType: WRITTEN };

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { leading, rest } = splitSystem(request.messages);
  const system = systemText(leading, report);
  return after(encodeInput(rest, report), (input) => writeOwn(request, { system, input: input ?? CHANGED }, report));
}

function writeOwn(request: CanonicalRequest, written: Readonly<Record<string, unknown>>, report: Report): JsonObject {
  const { messages: _, tools, choice, formatType, serviceTier, safetySettings, ...settings } = request;
  const format = noteOf(request, DIALECT, "format");
  const values = {
    ...settings,
    ...NOT_WRITTEN,
    ...written,
    ...(format !== undefined && isObject(format) ? format : {}),
    tools: tools && declaredTools.encode(tools, report),
    choice: (choice && choices.encode(choice, report)) ?? CHANGED,
    serviceTier: noteOf(request, DIALECT, "tier") ?? rawTier(serviceTier) ?? serviceTier,
    safetySettings: interactionSafety(safetySettings),
  };
  return writeNode(REQUEST, request, writeFormatList(FORMATS, request, values), report);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { leading, rest } = splitSystem(request.messages);
  if (request.includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  const system = systemText(leading, report);
  return after(encodeInput(rest, report), (input) => writeTranslated(request, { system, input }, report));
}

function writeTranslated(
  request: CanonicalRequest,
  said: Readonly<Record<string, unknown>>,
  report: Report,
): JsonObject {
  const { model, choice, stream, store } = request;
  const tools = toolsFor(request, report);
  const wire = tools === undefined ? [] : declaredTools.encode(tools, report);
  const thinking = thinkingFor(request, report);
  const values = {
    ...NOT_TRANSLATED,
    model,
    ...said,
    tools: wire.length > 0 ? wire : CHANGED,
    choice: (choice && choices.encode(choice, report)) ?? CHANGED,
    stream,
    maxTokens: request.maxTokens,
    temperature: request.temperature,
    topP: request.topP,
    seed: request.seed,
    stop: stopFor(request, report) ?? LOST,
    effort: thinking.effort ?? CHANGED,
    reasoningSummary: thinking.reasoningSummary ?? CHANGED,
    serviceTier: tierFor(request, report) ?? CHANGED,
    safetySettings: interactionSafety(request.safetySettings),
    metadata: limitedMetadata(LABELS, request),
    // Google stores interactions by default; requests of other dialects do not ask for that.
    store: store ?? false,
    cacheId: request.cacheId,
    ...formatFor(request, report),
  };
  return writeNode(REQUEST, request, dropDefaultSettings(values, LACKING, request, report), report);
}

/** The same for other dialects: their changes and losses are reported where the other values are made. */
const NOT_TRANSLATED = {
  ...NOT_WRITTEN,
  formatSchema: CHANGED,
  formatName: CHANGED,
  formatDescription: CHANGED,
  formatStrict: CHANGED,
  thinking: CHANGED,
  thinkingBudget: CHANGED,
  thinkingDisplay: CHANGED,
  includeThoughts: CHANGED,
};

/** Settings that this API does not have. */
const LACKING = ["candidates", "logprobs", "frequencyPenalty", "presencePenalty"] as const;
