import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { count, flag, list, object, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { copyRequest, createRequest } from "../../mapping/nodes/request.ts";
import { CHANGED, LOST } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import { impliedStreamUsage } from "../../mapping/settings/stream-usage.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { withoutBlankStops } from "../claude/blank-stops.ts";
import { withinCacheLimit } from "../claude/cache-limit.ts";
import { endWithUser } from "../claude/prefill.ts";
import { NOT_WRITTEN, samplingFor, thinkingValues, UNSUPPORTED_SETTINGS } from "../claude/settings.ts";
import { splitSystem } from "../claude/system.ts";
import { thinkingFor, thinks } from "../claude/thinking.ts";
import { thinkingOf, thinkingType } from "../claude/thinking-types.ts";
import * as choices from "./choice.ts";
import * as messagesCodec from "./messages.ts";
import { formatFor, maxTokensFor, rawTier, TIERS } from "./settings.ts";
import { systemOf, systemWire } from "./system.ts";
import * as tools from "./tools.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const reading = readNode(REQUEST, expectBody(wire, BODY, report), report);
  const { system, messages } = reading.values;
  const leading = systemOf(system, report.at("system"));
  return after(messagesCodec.decode(isArray(messages) ? messages : [], report.at("messages")), (decoded) =>
    requestWith([...leading, ...decoded], reading, report),
  );
}

function requestWith(
  messages: readonly Message[],
  { values, provenance }: NodeReading,
  report: Report,
): CanonicalRequest {
  const { tools, choice, stream, thinking, formatType, serviceTier } = values;
  return createRequest(values, {
    messages,
    tools: isArray(tools) ? declaredTools.decode(tools, report.at("tools")) : undefined,
    choice: isObject(choice) ? choices.decode(choice, report.at("tool_choice")) : undefined,
    thinking: thinkingOf(thinking),
    formatType: formatType === "json_schema" ? "schema" : formatType,
    serviceTier: typeof serviceTier === "string" ? (TIERS.get(serviceTier) ?? serviceTier) : undefined,
    extras: provenance.extras,
    ...(stream === true ? impliedStreamUsage(provenance) : { origin: provenance.origin }),
  } as Partial<CanonicalRequest>);
}

const BODY: BodyShape = {
  expected: "a request",
  lists: ["messages", "tools"],
  contents: ["system"],
  has: ["messages"],
};

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "anthropic";

const declaredTools = new DeclaredToolsCodec(tools);

/** https://platform.claude.com/docs/en/api/messages/create */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
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

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { leading, rest } = splitSystem(request.messages, DIALECT);
  const system = systemWire(leading, report);
  return after(messagesCodec.encode(rest, report), (messages) => writeOwn(request, { system, messages }, report));
}

function writeOwn(request: CanonicalRequest, written: Readonly<Record<string, unknown>>, report: Report): JsonObject {
  const { messages: _, tools, choice, thinking, formatType, serviceTier, includeUsage, ...settings } = request;
  const values = {
    ...settings,
    ...written,
    tools: tools && declaredTools.encode(tools, report),
    choice: choice && choices.encode(choice, report),
    thinking: thinkingType(thinking),
    formatType: formatType === "schema" ? "json_schema" : formatType,
    serviceTier: rawTier(serviceTier) ?? serviceTier,
    includeUsage: CHANGED,
  };
  return writeNode(REQUEST, request, values, report);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { tools, choice, includeUsage, serviceTier, model, user } = request;
  const wire = tools === undefined ? [] : declaredTools.encode(tools, report);
  const { leading, rest } = splitSystem(withinCacheLimit(request, report), DIALECT);
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  const maxTokens = maxTokensFor(request, report);
  const thinking = thinkingFor(copyRequest(request, { messages: rest }), { dialect: DIALECT, maxTokens }, report);
  const sampling = samplingFor(request, thinks(thinking), report);
  const format = formatFor(request, report);
  const system = systemWire(leading, report);
  return after(messagesCodec.encode(endWithUser(rest, request, report), report), (messages) => {
    const values = {
      model,
      maxTokens,
      system,
      messages,
      tools: wire.length > 0 ? wire : CHANGED,
      choice: (choice && choiceFor(choice, report)) ?? CHANGED,
      stream: request.stream,
      stop: stopSequencesOf(withoutBlankStops(request, report), report) ?? LOST,
      ...sampling,
      ...thinkingValues(thinking),
      formatType: format.formatType ?? CHANGED,
      formatSchema: format.formatSchema ?? CHANGED,
      user,
      serviceTier: rawTier(serviceTier),
      cacheControl: request.cacheControl,
      formatName: CHANGED,
      formatDescription: CHANGED,
      ...NOT_WRITTEN,
    };
    return writeNode(REQUEST, request, dropDefaultSettings(values, UNSUPPORTED_SETTINGS, request, report), report);
  });
}

function choiceFor(choice: Choice, report: Report): JsonObject | undefined {
  if (choice.implied === true && choice.parallel === true) {
    fieldReport(choice, "parallel", report).change("default-field");
    return undefined;
  }
  return choices.encode(choice, report);
}
