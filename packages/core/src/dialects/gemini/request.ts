import { relevantFacts } from "../../facts/relevant.ts";
import { equalJson, isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { count, flag, object, schema, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseField, readNode, writeNode } from "../../mapping/node.ts";
import { createRequest } from "../../mapping/nodes/request.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { limited, type SettingLimit } from "../../mapping/settings/limits.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { isTextFormat, readFormatList, writeFormatList } from "../google/format-list.ts";
import { isSafetyList } from "../google/safety.ts";
import { JSON_TYPE, stopFor, TEXT_TYPE } from "../google/settings.ts";
import * as choices from "./choice.ts";
import { decodeContents, encodeContents, type ModelOptions } from "./message.ts";
import { isMixed, mixes, toolsFor } from "./model.ts";
import { fromProto } from "./proto.ts";
import { asRemembered, rememberSingle, repeatedItems } from "./repeated.ts";
import { FORMATS, formatFor, formatOf, mimeTypeFor, rawTier, TIERS } from "./settings.ts";
import { bothSpellings, eitherSpelling } from "./spelling.ts";
import { splitSystem, systemOf, systemWire } from "./system.ts";
import { thinkingFor } from "./thinking.ts";
import * as toolsCodec from "./tools.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const { values, provenance } = readFormatList(FORMATS, readNode(REQUEST, expectBody(wire, BODY, report), report));
  const { system, messages, tools, choice, formatType, formatSchema, effort, serviceTier } = values;
  const at = (field: string) => report.on(report.place.below(provenance.origin?.fields[field] ?? ""));
  const read = isObject(formatSchema) ? fromProto(formatSchema) : formatSchema;
  if (read !== formatSchema) at("formatSchema").change("proto-schema");
  if (effort !== undefined && effort !== String(effort).toUpperCase()) at("effort").change("default-layout");
  const single = rememberSingle(rememberSingle(provenance, "contents", messages), "tools", tools);
  const { origin, extras } = withSpellings({ formatSchema, effort, serviceTier }, single);
  const leading = systemOf(system, at("system"));
  return after(decodeContents(messages ?? [], at("messages")), (decoded) =>
    createRequest(values, {
      messages: [...leading, ...decoded],
      tools: tools === undefined ? undefined : declaredTools.decode(repeatedItems(tools), at("tools")),
      choice: isObject(choice) ? choices.decode(choice, at("choice")) : undefined,
      formatType: typeof formatType === "string" ? formatOf(formatType, read) : undefined,
      formatSchema: read,
      effort: typeof effort === "string" ? effort.toLowerCase() : undefined,
      serviceTier: typeof serviceTier === "string" ? (TIERS.get(serviceTier.toLowerCase()) ?? serviceTier) : undefined,
      extras,
      origin,
    } as Partial<CanonicalRequest>),
  );
}

const BODY: BodyShape = { expected: "a request", repeated: ["contents", "tools"], has: ["contents"] };

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "gemini";

const declaredTools = new DeclaredToolsCodec(toolsCodec);

/** https://ai.google.dev/api/generate-content#request-body; the model, and whether to stream, are in the URL. */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  optional: { "/generationConfig/responseModalities": ["TEXT"] },
  fields: {
    model: text("/model"),
    system: { at: bothSpellings("/systemInstruction"), is: (value) => isObject(value) || typeof value === "string" },
    messages: { at: ["/contents"], is: isRepeated },
    tools: { at: ["/tools"], is: isRepeated },
    choice: { at: bothSpellings("/toolConfig"), is: isChoice },
    maxTokens: count(...bothSpellings("/generationConfig/maxOutputTokens")),
    temperature: count(...bothSpellings("/generationConfig/temperature")),
    topP: count(...bothSpellings("/generationConfig/topP")),
    topK: count(...bothSpellings("/generationConfig/topK")),
    stop: textOrList(...bothSpellings("/generationConfig/stopSequences")),
    candidates: count(...bothSpellings("/generationConfig/candidateCount")),
    seed: count(...bothSpellings("/generationConfig/seed")),
    presencePenalty: count(...bothSpellings("/generationConfig/presencePenalty")),
    frequencyPenalty: count(...bothSpellings("/generationConfig/frequencyPenalty")),
    logprobs: flag(...bothSpellings("/generationConfig/responseLogprobs")),
    topLogprobs: count(...bothSpellings("/generationConfig/logprobs")),
    formatType: {
      at: bothSpellings("/generationConfig/responseMimeType"),
      is: (value) => value === JSON_TYPE || value === TEXT_TYPE,
    },
    formatSchema: schema(
      ...bothSpellings("/generationConfig/responseJsonSchema"),
      ...bothSpellings("/generationConfig/responseSchema"),
    ),
    formats: {
      at: bothSpellings("/generationConfig/responseFormat"),
      is: (value) => isTextFormat(FORMATS, value),
    },
    effort: { at: bothSpellings("/generationConfig/thinkingConfig/thinkingLevel"), is: isLevel },
    thinkingBudget: count(...bothSpellings("/generationConfig/thinkingConfig/thinkingBudget")),
    includeThoughts: flag(...bothSpellings("/generationConfig/thinkingConfig/includeThoughts")),
    serviceTier: text(...bothSpellings("/serviceTier")),
    safetySettings: { at: bothSpellings("/safetySettings"), is: isSafetyList },
    metadata: object("/labels"),
    store: flag("/store"),
    cacheId: text(...bothSpellings("/cachedContent")),
  },
});

function isRepeated(value: Json): boolean {
  return isArray(value) || isObject(value);
}

// A `toolConfig` without `functionCallingConfig` is no choice, and kept for this API.
function isChoice(value: Json): boolean {
  const calling = isObject(value) ? eitherSpelling(value, "functionCallingConfig") : undefined;
  return isObject(calling) && typeof calling.mode === "string";
}

// ── from this dialect ───────────────────────────────────────────────────────

/** Remembers the spelling of values that have several. */
function withSpellings(spellings: Readonly<Record<string, Json | undefined>>, provenance: Provenance): Provenance {
  const present = Object.entries(spellings).filter(([, word]) => word !== undefined);
  if (present.length === 0) return provenance;
  return withNotes(provenance, "gemini", { words: Object.fromEntries(present) as JsonObject });
}

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { leading, rest } = splitSystem(request.messages);
  const system = systemWire(leading, report);
  return after(encodeContents(rest, ownOptions(request), report), (contents) =>
    writeOwn(request, { system, messages: asRemembered(request, "contents", contents) }, report),
  );
}

function writeOwn(request: CanonicalRequest, written: Readonly<Record<string, unknown>>, report: Report): JsonObject {
  const { messages: _, tools, choice, formatType, formatSchema, effort, serviceTier, ...settings } = request;
  const kept = request.extras?.[DIALECT]?.words;
  const spellings = isObject(kept) ? kept : {};
  const values = {
    ...settings,
    ...written,
    tools: asRemembered(request, "tools", tools && declaredTools.encode(tools, report)),
    choice: (choice && choices.encode(choice, report)) ?? CHANGED,
    formatType: mimeTypeFor(request),
    formatSchema: isSet(spellings.formatSchema, formatSchema) ? spellings.formatSchema : formatSchema,
    effort: String(spellings.effort).toLowerCase() === effort ? spellings.effort : effort?.toUpperCase(),
    serviceTier: spellings.serviceTier ?? rawTier(serviceTier) ?? serviceTier,
  };
  return writeNode(REQUEST, request, writeFormatList(FORMATS, request, values), report);
}

function ownOptions({ model }: CanonicalRequest): ModelOptions {
  return { resultMedia: relevantFacts(model).resultMedia !== false, signatures: false };
}

function isSet(wire: Json | undefined, formatSchema: JsonSchema | undefined): boolean {
  return wire !== undefined && equalJson(fromProto(wire as JsonSchema), formatSchema ?? null);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { messages, tools, includeUsage, serviceTier } = request;
  const wire = tools === undefined ? [] : declaredTools.encode(tools, report);
  const { leading, rest } = splitSystem(messages);
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  for (const field of ["model", "stream"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("in-address");
  const thinking = thinkingFor(request, report);
  const format = formatFor(request, report);
  const system = systemWire(leading, report);
  return after(encodeContents(rest, optionsFor(request), report), (contents) => {
    const values = {
      system,
      messages: contents,
      tools: wire.length > 0 ? toolsFor(wire, request, report) : CHANGED,
      choice: choiceFor(request, wire, report) ?? CHANGED,
      maxTokens: request.maxTokens,
      temperature: limited(TEMPERATURE, request, report),
      topP: request.topP,
      topK: request.topK,
      stop: stopFor(request, report) ?? LOST,
      candidates: request.candidates,
      seed: request.seed,
      presencePenalty: request.presencePenalty,
      frequencyPenalty: request.frequencyPenalty,
      logprobs: request.logprobs,
      topLogprobs: request.topLogprobs,
      formatType: format.formatType ?? CHANGED,
      formatSchema: format.formatSchema ?? CHANGED,
      effort: thinking.effort ?? CHANGED,
      thinkingBudget: thinking.thinkingBudget ?? CHANGED,
      includeThoughts: thinking.includeThoughts ?? CHANGED,
      serviceTier: rawTier(serviceTier) ?? LOST,
      safetySettings: request.safetySettings,
      store: request.store,
      cacheId: request.cacheId,
      ...NOT_WRITTEN,
    };
    if (serviceTier !== undefined && values.serviceTier === LOST) loseField(request, "serviceTier", report);
    // `labels` are for Vertex billing: the Gemini API refuses them, and their values are restricted.
    if (request.metadata !== undefined) loseField(request, "metadata", report);
    return writeNode(REQUEST, request, values, report);
  });
}

/** https://ai.google.dev/api/generate-content#generationconfig */
const TEMPERATURE: SettingLimit = ["temperature", 0, 2];

/** Fields that are in the address, or whose changes and losses are reported where the other values are made. */
const NOT_WRITTEN = {
  model: WRITTEN,
  stream: WRITTEN,
  includeUsage: CHANGED,
  formatName: CHANGED,
  formatDescription: CHANGED,
  formatStrict: CHANGED,
  thinking: CHANGED,
  thinkingDisplay: CHANGED,
  reasoningSummary: CHANGED,
  metadata: LOST,
};

function optionsFor(request: CanonicalRequest): ModelOptions {
  const isNew = relevantFacts(request.model).resultMedia !== false;
  return { resultMedia: isNew, signatures: isNew };
}

// Newer models take functions beside built-in tools in mode VALIDATED and with `includeServerSideToolInvocations`.
// https://ai.google.dev/gemini-api/docs/tool-combination
function choiceFor(request: CanonicalRequest, wire: readonly Json[], report: Report): JsonObject | undefined {
  const { choice, tools } = request;
  const own = () => choice && choices.encode(choice, report);
  if (!isMixed(wire) || !mixes(request)) return own();
  if (tools !== undefined) report.on(tools.place).change("mixed-tools");
  return { ...(own() ?? VALIDATED), includeServerSideToolInvocations: true };
}

const VALIDATED: JsonObject = { functionCallingConfig: { mode: "VALIDATED" } };

function isLevel(value: Json): boolean {
  return typeof value === "string" && /^(?:minimal|low|medium|high)$/i.test(value);
}
