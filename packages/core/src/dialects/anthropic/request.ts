import { factsOf } from "../../facts/index.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { count, flag, list, object, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseField, loseForeignExtras, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { CHANGED, LOST } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import { impliedStreamUsage } from "../../mapping/settings/stream-usage.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { withinCacheLimit } from "./cache.ts";
import * as choices from "./choice.ts";
import { contentOf, partsOf } from "./content.ts";
import * as messagesCodec from "./messages.ts";
import { withoutBlankStops } from "./model.ts";
import { thinkingFor } from "./thinking.ts";

export function decode(wire: Json, report: Report): CanonicalRequest {
  const { values, provenance } = readNode(REQUEST, expectBody(wire, BODY, report), report);
  const { system, messages, tools, choice, stream, thinking, formatType, serviceTier } = values;
  return copyRequest(
    values as Partial<CanonicalRequest>,
    {
      messages: [
        ...systemOf(system, report.at("system")),
        ...messagesCodec.decode(isArray(messages) ? messages : [], report.at("messages")),
      ],
      tools: isArray(tools) ? { wire: tools, place: report.at("tools").place } : undefined,
      choice: isObject(choice) ? choices.decode(choice, report.at("tool_choice")) : undefined,
      thinking: typeof thinking === "string" ? (THINKING[thinking] ?? thinking) : undefined,
      formatType: formatType === "json_schema" ? "schema" : formatType,
      serviceTier: typeof serviceTier === "string" ? (TIERS[serviceTier] ?? serviceTier) : undefined,
      extras: provenance.extras,
      ...(stream === true ? impliedStreamUsage(provenance) : { origin: provenance.origin }),
    } as Partial<CanonicalRequest>,
  );
}

const BODY: BodyShape = {
  expected: "a request",
  lists: ["messages", "tools"],
  contents: ["system"],
  has: ["messages"],
};

export function encode(request: CanonicalRequest, report: Report): JsonObject {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "anthropic";

/** https://platform.claude.com/docs/en/api/messages/create */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    model: text("/model"),
    maxTokens: count("/max_tokens"),
    system: textOrList("/system"),
    messages: list("/messages"),
    tools: list("/tools"),
    choice: object("/tool_choice"),
    stream: flag("/stream"),
    stop: list("/stop_sequences"),
    temperature: count("/temperature"),
    topP: count("/top_p"),
    topK: count("/top_k"),
    thinking: text("/thinking/type"),
    thinkingBudget: count("/thinking/budget_tokens"),
    thinkingDisplay: text("/thinking/display"),
    effort: text("/output_config/effort"),
    formatType: text("/output_config/format/type", "/output_format/type"),
    formatSchema: object("/output_config/format/schema", "/output_format/schema"),
    user: text("/metadata/user_id"),
    serviceTier: text("/service_tier"),
    cacheControl: object("/cache_control"),
  },
});

const THINKING: Readonly<Record<string, string>> = {
  enabled: "on",
  disabled: "off",
  adaptive: "adaptive",
  between_tools: "between-tools",
};

const TIERS: Readonly<Record<string, string>> = { auto: "auto", standard_only: "default" };

function rawValueOf(words: Readonly<Record<string, string>>, canonical: string | undefined): string | undefined {
  return Object.entries(words).find(([, each]) => each === canonical)?.[0];
}

function systemOf(system: Json | undefined, report: Report): Message[] {
  if (system === undefined) return [];
  const origin = { dialect: DIALECT, place: report.place, fields: {} };
  return [{ role: "system", parts: partsOf(system, report), plain: !isArray(system), origin }];
}

function writeNative(request: CanonicalRequest, report: Report): JsonObject {
  const { messages, tools, choice, thinking, formatType, serviceTier, includeUsage, ...settings } = request;
  const { leading, rest } = divided(messages);
  const values = {
    ...settings,
    system: systemWire(leading, report),
    messages: messagesCodec.encode(rest, report),
    tools: tools?.wire,
    choice: choice && choices.encode(choice, report),
    thinking: rawValueOf(THINKING, thinking) ?? thinking,
    formatType: formatType === "schema" ? "json_schema" : formatType,
    serviceTier: rawValueOf(TIERS, serviceTier) ?? serviceTier,
    includeUsage: CHANGED,
  };
  return writeNode(REQUEST, request, values, report);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): JsonObject {
  const { tools, choice, includeUsage, serviceTier, model, user } = request;
  const { leading, rest } = divided(withinCacheLimit(request, report));
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  const maxTokens = request.maxTokens ?? defaultMaxTokens(request, report);
  const thought = thinkingFor(copyRequest(request, { messages: rest }), maxTokens, report);
  const sampling = samplingFor(request, thought.thinking === "enabled" || thought.thinking === "adaptive", report);
  const format = formatFor(request, report);
  const values = {
    model,
    maxTokens,
    system: systemWire(leading, report),
    messages: messagesCodec.encode(endWithUser(rest, request, report), report),
    tools: tools !== undefined && tools.wire.length > 0 ? tools.wire : CHANGED,
    choice: (choice && choiceFor(choice, report)) ?? CHANGED,
    stream: request.stream,
    stop: stopSequencesOf(withoutBlankStops(request, report), report) ?? LOST,
    temperature: sampling.temperature ?? LOST,
    topP: sampling.topP ?? LOST,
    topK: sampling.topK ?? LOST,
    thinking: thought.thinking ?? CHANGED,
    thinkingBudget: thought.thinkingBudget ?? CHANGED,
    effort: thought.effort ?? CHANGED,
    formatType: format.formatType ?? CHANGED,
    formatSchema: format.formatSchema ?? CHANGED,
    user,
    serviceTier: tierFor(serviceTier, request, report) ?? LOST,
    cacheControl: request.cacheControl,
    includeUsage: CHANGED,
    formatName: CHANGED,
    formatDescription: CHANGED,
    formatStrict: CHANGED,
    thinkingDisplay: CHANGED,
    reasoningSummary: CHANGED,
    includeThoughts: CHANGED,
  };
  return writeNode(REQUEST, request, dropDefaultSettings(values, LACKING, request, report), report);
}

/** Settings that this API does not have. */
const LACKING = ["candidates", "store", "logprobs", "frequencyPenalty", "presencePenalty"] as const;

function divided(messages: readonly Message[]): { leading: readonly Message[]; rest: readonly Message[] } {
  const first = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const end = first < 0 ? messages.length : first;
  // A system message in the native list of messages stays there, even if it is the first.
  const own = messages.findIndex(({ origin }) => origin?.dialect === DIALECT && origin.place.key !== "system");
  const cut = own < 0 ? end : Math.min(end, own);
  return { leading: messages.slice(0, cut), rest: messages.slice(cut) };
}

function systemWire(leading: readonly Message[], report: Report): Json | undefined {
  const [first, ...others] = leading;
  if (first === undefined) return undefined;
  for (const message of leading) tellSystem(message, report);
  if (others.length > 0) for (const message of leading) nodeReport(message, report).change("joined-system");
  const parts = leading.flatMap((message) =>
    message.parts.filter((part) => part.type !== "text" || part.text !== "" || first.origin?.dialect === DIALECT),
  );
  return contentOf(parts, others.length > 0 ? { plain: false } : { plain: first.plain }, report);
}

function tellSystem(message: Message, report: Report): void {
  if (message.role === "developer")
    fieldReport(message, "role", report).lose("field", { feature: "developer", action: "weakened" });
  if (message.name !== undefined) loseField(message, "name", report);
  loseForeignExtras(DIALECT, message, report);
}

// `max_tokens` is required; a request without it means the model's maximum.
function defaultMaxTokens(request: CanonicalRequest, report: Report): number {
  const maxTokens = Math.min(factsOf(request.model).maxTokens ?? DEFAULT_MAX_TOKENS, DEFAULT_MAX_TOKENS);
  fieldReport(request, "maxTokens", report).change("default-max-tokens", String(maxTokens));
  return maxTokens;
}

const DEFAULT_MAX_TOKENS = 16_384;

function choiceFor(choice: Choice, report: Report): JsonObject | undefined {
  if (choice.implied === true && choice.parallel === true) {
    fieldReport(choice, "parallel", report).change("default-field");
    return undefined;
  }
  return choices.encode(choice, report);
}

function samplingFor(request: CanonicalRequest, thinks: boolean, report: Report): Record<string, number | undefined> {
  const { topP, topK } = request;
  if (!thinks) return { temperature: bounded(request, report), topP, topK };
  for (const field of ["temperature", "topP", "topK"] as const)
    if (request[field] !== undefined) loseField(request, field, report);
  return { temperature: undefined, topP: undefined, topK: undefined };
}

// Temperatures of other dialects go up to 2.
function bounded(request: CanonicalRequest, report: Report): number | undefined {
  const { temperature } = request;
  if (temperature === undefined || temperature <= 1) return temperature;
  fieldReport(request, "temperature", report).lose("field", { action: "truncated" });
  return 1;
}

function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  if (formatType === "schema" && isObject(formatSchema)) {
    for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
      if (isSaid(request, field)) fieldReport(request, field, report).change("format-name");
    return { formatType: "json_schema", formatSchema };
  }
  if (formatType === "json") loseField(request, "formatType", report);
  else if (formatType !== undefined) fieldReport(request, "formatType", report).change("default-field");
  if (formatSchema !== undefined) loseField(request, "formatSchema", report);
  return {};
}

// Structured outputs are always strict.
function isSaid(request: CanonicalRequest, field: "formatName" | "formatDescription" | "formatStrict"): boolean {
  return request[field] !== undefined && request.origin?.fields[field] !== undefined;
}

function tierFor(tier: string | undefined, request: CanonicalRequest, report: Report): string | undefined {
  const word = rawValueOf(TIERS, tier);
  if (tier !== undefined && word === undefined) loseField(request, "serviceTier", report);
  return word;
}

// Newer models refuse prefilled assistant messages, and all models do with structured outputs.
function endWithUser(messages: readonly Message[], request: CanonicalRequest, report: Report): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  if (factsOf(request.model).prefill === true && request.formatType !== "schema")
    return [...messages.slice(0, -1), withoutTrailingSpace(last, report)];
  nodeReport(last, report).change("continued");
  return [...messages, { role: "user", parts: [{ type: "text", text: "(Continue.)" }], plain: true }];
}

// "final assistant content cannot end with trailing whitespace"
function withoutTrailingSpace(message: Message, report: Report): Message {
  const last = message.parts.at(-1);
  if (last?.type !== "text" || last.text === last.text.trimEnd()) return message;
  nodeReport(last, report).change("trailing-space");
  return { ...message, parts: [...message.parts.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}
