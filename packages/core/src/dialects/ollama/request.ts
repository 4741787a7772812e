import { isArray, isObject } from "../../json/value.ts";
import { UNKNOWN_SETTINGS } from "../../loss-levels.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { count, type FieldMapping, flag, list, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseField, type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { createRequest } from "../../mapping/nodes/request.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import { impliedStreamUsage } from "../../mapping/settings/stream-usage.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Choice } from "../../model/choice.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Provenance } from "../../model/node.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import * as choices from "./choice.ts";
import * as messagesCodec from "./messages.ts";
import { THINK_LEVELS, thinkFor, thinkingOf, thinkLevel } from "./thinking.ts";
import * as tools from "./tools.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const reading = readNode(REQUEST, expectBody(wire, BODY, report), report);
  const { messages } = reading.values;
  return after(messagesCodec.decode(isArray(messages) ? messages : [], report.at("messages")), (decoded) =>
    requestWith(decoded, reading, report),
  );
}

function requestWith(
  messages: readonly Message[],
  { values, provenance }: NodeReading,
  report: Report,
): CanonicalRequest {
  const { tools, think, formatType, formatSchema, stream } = values;
  const placed = withThink(provenance);
  const { thinking, effort } = thinkingOf(think);
  return createRequest(values, {
    messages,
    tools: isArray(tools) ? declaredTools.decode(tools, report.at("tools")) : undefined,
    formatType: formatSchema === undefined ? formatType : "schema",
    thinking,
    effort,
    extras: placed.extras,
    ...(stream === true ? impliedStreamUsage(placed) : { origin: placed.origin }),
  } as Partial<CanonicalRequest>);
}

// Fields that are written in another form are in the default layout too.
function withThink({ origin, extras }: Provenance): Provenance {
  if (origin === undefined) return { extras };
  const think = origin.place.at("think");
  return { origin: { ...origin, elsewhere: { thinking: think, effort: think } }, extras };
}

const BODY: BodyShape = { expected: "a request", lists: ["messages", "tools"], has: ["messages", "model"] };

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "ollama";

const declaredTools = new DeclaredToolsCodec(tools);

/** https://docs.ollama.com/api/chat, with the options of https://docs.ollama.com/modelfile#parameter */
const REQUEST = defineLayout<string>({
  dialect: DIALECT,
  unknown: UNKNOWN_SETTINGS,
  // -1: no limit.
  optional: { "/options/num_predict": -1, "/format": "" },
  fields: {
    model: text("/model"),
    // A request without messages loads the model.
    messages: { ...list("/messages"), absentMeans: [] },
    tools: list("/tools"),
    // Streaming is the default.
    stream: { ...flag("/stream"), absentMeans: true },
    formatType: { at: ["/format"], is: (value) => value === "json" },
    formatSchema: object("/format"),
    think: { at: ["/think"], is: (value) => typeof value === "boolean" || THINK_LEVELS.has(value) },
    logprobs: flag("/logprobs"),
    topLogprobs: count("/top_logprobs"),
    maxTokens: positive("/options/num_predict"),
    temperature: count("/options/temperature"),
    topP: count("/options/top_p"),
    topK: count("/options/top_k"),
    minP: count("/options/min_p"),
    seed: count("/options/seed"),
    stop: list("/options/stop"),
    repetitionPenalty: count("/options/repeat_penalty"),
    presencePenalty: count("/options/presence_penalty"),
    frequencyPenalty: count("/options/frequency_penalty"),
  },
});

function positive(at: string): FieldMapping {
  return { at: [at], is: (value) => typeof value === "number" && value > 0 };
}

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return after(messagesCodec.encode(request.messages, report), (messages) => writeOwn(request, messages, report));
}

function writeOwn(request: CanonicalRequest, messages: readonly JsonObject[], report: Report): JsonObject {
  const { tools, thinking, effort, formatType, includeUsage, ...settings } = request;
  const values = {
    ...settings,
    messages,
    tools: tools && declaredTools.encode(tools, report),
    thinking: WRITTEN,
    effort: WRITTEN,
    includeUsage: CHANGED,
    think: thinkLevel(request),
    formatType: formatType === "schema" ? WRITTEN : formatType,
  };
  return writeNode(REQUEST, request, values, report);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { model, choice, includeUsage } = request;
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  if (choice !== undefined) choices.encode(choice, report);
  const tools = toolsFor(request, report);
  const format = formatFor(request, report);
  return after(messagesCodec.encode(request.messages, report), (messages) => {
    const values = {
      model,
      messages,
      tools: tools.length === 0 ? CHANGED : tools,
      stream: request.stream ?? false,
      stop: stopSequencesOf(request, report),
      maxTokens: request.maxTokens,
      temperature: request.temperature,
      topP: request.topP,
      topK: request.topK,
      minP: request.minP,
      seed: request.seed,
      logprobs: request.logprobs,
      topLogprobs: request.topLogprobs,
      repetitionPenalty: request.repetitionPenalty,
      presencePenalty: request.presencePenalty,
      frequencyPenalty: request.frequencyPenalty,
      think: thinkFor(request, report),
      formatType: format.formatType ?? CHANGED,
      formatSchema: format.formatSchema ?? CHANGED,
      ...NOT_WRITTEN,
    };
    return writeNode(REQUEST, request, dropDefaultSettings(values, LACKING, request, report), report);
  });
}

/** Fields that are written as `think`, or whose changes are reported where the other values are made. */
const NOT_WRITTEN = {
  choice: CHANGED,
  includeUsage: CHANGED,
  effort: WRITTEN,
  thinking: WRITTEN,
  thinkingBudget: WRITTEN,
  reasoningSummary: CHANGED,
  includeThoughts: CHANGED,
  formatName: CHANGED,
  formatDescription: CHANGED,
  formatStrict: CHANGED,
};

/** Settings that this API does not have. */
const LACKING = ["candidates", "store"] as const;

// There is no `tool_choice`: with `none`, the tools are left out.
function toolsFor({ tools, choice }: CanonicalRequest, report: Report): readonly Json[] {
  if (tools === undefined) return [];
  const wire = declaredTools.encode(tools, report);
  const chosen = choice && callable(choice);
  if (chosen === undefined) return wire;
  const sent = wire.filter((tool) => chosen.includes(nameOf(tool)));
  if (sent.length < wire.length) report.on(tools.place).change("tools-by-choice");
  return sent;
}

function callable({ mode, tool, allowed }: Choice): readonly string[] | undefined {
  if (mode === "none") return [];
  if (tool === undefined) return allowed?.map(({ name }) => name);
  return tool.kind === "hosted" ? undefined : [tool.name];
}

function nameOf(tool: Json): string {
  const { function: definition } = isObject(tool) ? tool : ({} as JsonObject);
  return isObject(definition) ? String(definition.name) : "";
}

function formatFor(request: CanonicalRequest, report: Report): Record<string, Json | undefined> {
  const { formatType, formatSchema } = request;
  for (const field of ["formatName", "formatDescription", "formatStrict"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("format-name");
  if (formatType === "schema" && isObject(formatSchema)) return { formatSchema };
  if (formatType === "json") return { formatType };
  if (formatType === "text") fieldReport(request, "formatType", report).change("default-field");
  else if (formatType !== undefined) loseField(request, "formatType", report);
  return {};
}
