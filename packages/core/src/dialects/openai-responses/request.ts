import { isArray } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { anything, count, flag, list, object, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { createRequest } from "../../mapping/nodes/request.ts";
import { noteOf } from "../../mapping/notes.ts";
import { CHANGED, type FieldOutcome, WRITTEN } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { allLimited } from "../../mapping/settings/limits.ts";
import { limitedMetadata } from "../../mapping/settings/metadata.ts";
import { impliedStreamUsage } from "../../mapping/settings/stream-usage.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import { keyOf } from "../../mapping/values/key-of.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { METADATA } from "../chat/metadata.ts";
import * as choices from "./choice.ts";
import { logprobsFor, readInclude } from "./include.ts";
import { loadedIn } from "./loaded.ts";
import * as messagesCodec from "./messages.ts";
import { formatFor, LIMITS, tierFor, userFor } from "./settings.ts";
import { isInstructions, isWholeInput, messageText, splitInstructions, wholeMessage } from "./system.ts";
import { thinkingFor } from "./thinking.ts";
import * as tools from "./tools.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const reading = readNode(REQUEST, expectBody(wire, BODY, report), report);
  const { input, choice } = reading.values;
  const chosen = choice === undefined ? undefined : choices.decode(choice, report.at("tool_choice"));
  const messages = isArray(input)
    ? messagesCodec.decode(input, report.at("input"))
    : wholeMessage("user", input, report.at("input"));
  return after(messages, (decoded) => requestWith(decoded, chosen, reading, report));
}

function requestWith(
  messages: readonly Message[],
  chosen: Choice | undefined,
  { values, provenance }: NodeReading,
  report: Report,
): CanonicalRequest {
  const { instructions, input, tools, parallel, formatType, stream } = values;
  // With several leading system messages, it would not be known later which one was the instructions.
  if (instructions !== undefined && isSystem(messages[0])) report.at("instructions").change("default-layout");
  const held = readInclude(values, provenance, report);
  return createRequest(values, {
    messages: [...wholeMessage("system", instructions, report.at("instructions")), ...messages],
    tools: isArray(tools) ? declaredTools.decode(tools, report.at("tools")) : undefined,
    ...(isArray(input) ? undeclaredTools(input, isArray(tools) ? tools : [], report.at("input")) : {}),
    choice: choiceWith(chosen, parallel, report).choice,
    formatType: typeof formatType === "string" ? (FORMATS.get(formatType) ?? formatType) : undefined,
    ...held,
    ...(stream === true ? impliedStreamUsage(held) : {}),
  } as Partial<CanonicalRequest>);
}

const BODY: BodyShape = {
  expected: "a request",
  lists: ["tools"],
  contents: ["input", "instructions"],
  has: ["input", "instructions", "previous_response_id", "conversation", "prompt"],
};

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "openai-responses";

const declaredTools = new DeclaredToolsCodec(tools);

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  // With `client_metadata`, Codex tells which installation, session and turn a request is of.
  unknown: { ...UNKNOWN_SETTINGS, "/client_metadata": "metadata" },
  fields: {
    model: text("/model"),
    instructions: text("/instructions"),
    input: { ...textOrList("/input"), placeholder: [] },
    tools: list("/tools"),
    choice: anything("/tool_choice"),
    parallel: flag("/parallel_tool_calls"),
    stream: flag("/stream"),
    maxTokens: count("/max_output_tokens"),
    temperature: count("/temperature"),
    topP: count("/top_p"),
    topLogprobs: count("/top_logprobs"),
    include: list("/include"),
    formatType: text("/text/format/type"),
    formatName: text("/text/format/name"),
    formatDescription: text("/text/format/description"),
    formatSchema: object("/text/format/schema"),
    formatStrict: flag("/text/format/strict"),
    verbosity: text("/text/verbosity"),
    effort: text("/reasoning/effort"),
    reasoningSummary: text("/reasoning/summary"),
    user: text("/safety_identifier", "/user"),
    metadata: object("/metadata"),
    serviceTier: text("/service_tier"),
    store: flag("/store"),
    cacheKey: text("/prompt_cache_key"),
    cacheMode: text("/prompt_cache_options/mode"),
    cacheTtl: text("/prompt_cache_options/ttl"),
    cacheRetention: text("/prompt_cache_retention"),
    previousResponse: text("/previous_response_id"),
  },
});

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["text", "text"],
  ["json_object", "json"],
  ["json_schema", "schema"],
]);

function isSystem(message: Message | undefined): boolean {
  return message?.role === "system" || message?.role === "developer";
}

// `parallel_tool_calls` is a field of its own, and may be there without a choice.
function choiceWith(
  chosen: Choice | undefined,
  parallel: Json | undefined,
  report: Report,
): Pick<CanonicalRequest, "choice"> {
  if (typeof parallel !== "boolean") return chosen === undefined ? {} : { choice: chosen };
  const { place } = report.at("parallel_tool_calls");
  const origin = { dialect: DIALECT, place, fields: {}, ...chosen?.origin, elsewhere: { parallel: place } };
  if (chosen === undefined) return { choice: { mode: "auto", implied: true, parallel, origin } };
  return { choice: { ...chosen, parallel, origin } };
}

// Of the tools that the conversation has loaded, those that the request does not declare.
function undeclaredTools(
  input: readonly Json[],
  declared: readonly Json[],
  report: Report,
): Pick<CanonicalRequest, "loaded"> {
  const { wire, places, place } = loadedIn(input, declared, report);
  if (place === undefined || wire.length === 0) return {};
  const first = declared.length;
  return { loaded: { tools: declaredTools.decode(wire, report.on(place), first), entries: { first, places } } };
}

/** Fields that are written as others, or that this API does not need. */
const NOT_WRITTEN = { messages: WRITTEN, loaded: WRITTEN, includeUsage: CHANGED, logprobs: WRITTEN };

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { messages } = request;
  const [instructions, said] = [messages.find(isInstructions), messages.find(isWholeInput)];
  const items = messages.filter((message) => message !== instructions && message !== said);
  return after(messagesCodec.encode(items, report), (wire) => {
    const input = wire.length === 0 ? undefined : wire;
    const whole = said !== undefined && items.length === 0 ? messageText(said) : input;
    return writeOwn(request, { instructions: instructions && messageText(instructions), input: whole }, report);
  });
}

function writeOwn(request: CanonicalRequest, written: Readonly<Record<string, unknown>>, report: Report): JsonObject {
  const { messages: _, tools, choice, formatType, ...settings } = request;
  const values = {
    ...settings,
    ...NOT_WRITTEN,
    ...written,
    tools: tools && declaredTools.encode(tools, report),
    ...choiceValues(choice, report),
    include: noteOf(request, DIALECT, "include"),
    formatType: rawFormatType(formatType),
  };
  return writeNode(REQUEST, request, values, report);
}

function choiceValues(choice: Choice | undefined, report: Report): Record<string, Json | FieldOutcome | undefined> {
  if (choice === undefined) return {};
  const encoded = choice.implied === true ? WRITTEN : choices.encode(choice, report);
  return { choice: encoded, parallel: choice.parallel };
}

function rawFormatType(formatType: string | undefined): string | undefined {
  return keyOf(FORMATS, formatType) ?? formatType;
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { includeUsage, messages } = request;
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  const { instructions, items } = splitInstructions(messages);
  return after(messagesCodec.encode(items, report), (input) =>
    writeTranslated(request, { instructions: instructions && messageText(instructions), input }, report),
  );
}

function writeTranslated(request: CanonicalRequest, { instructions, input }: WrittenInput, report: Report): JsonObject {
  const { model, tools, choice, stream, store, formatType, verbosity } = request;
  const thinking = thinkingFor(request, report);
  const wire = tools === undefined ? [] : declaredTools.encode(tools, report);
  const values = {
    model,
    instructions,
    input,
    tools: wire.length > 0 ? wire : CHANGED,
    choice: choice === undefined || choice.implied === true ? WRITTEN : choices.encode(choice, report),
    parallel: choice?.parallel,
    stream,
    ...allLimited(LIMITS, request, report),
    formatType: rawFormatType(formatType),
    verbosity,
    effort: thinking.effort ?? CHANGED,
    reasoningSummary: thinking.reasoningSummary ?? CHANGED,
    user: userFor(request),
    metadata: limitedMetadata(METADATA, request),
    serviceTier: tierFor(request),
    // OpenAI stores responses by default; requests of other dialects do not ask for that.
    store: store ?? false,
    cacheKey: request.cacheKey,
    cacheMode: request.cacheMode,
    cacheTtl: request.cacheTtl,
    cacheRetention: request.cacheRetention,
    messages: WRITTEN,
    loaded: WRITTEN,
    includeUsage: CHANGED,
    logprobs: WRITTEN,
    thinking: CHANGED,
    thinkingBudget: CHANGED,
    thinkingDisplay: CHANGED,
    includeThoughts: CHANGED,
  };
  const written = Object.assign(values, logprobsFor(request, report), formatFor(request, report));
  return writeNode(REQUEST, request, dropDefaultSettings(written, LACKING, request, report), report);
}

/** The messages as they are written. */
interface WrittenInput {
  readonly instructions: string | undefined;
  readonly input: readonly Json[];
}

/** Settings that this API does not have. */
const LACKING = ["candidates", "logprobs", "frequencyPenalty", "presencePenalty"] as const;
