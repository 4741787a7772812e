import { jsonIn } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { equalJson, isArray, isEmpty, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { fieldReport, type NodeReading, readNode, writeNode } from "../../mapping/node.ts";
import { copyRequest, createRequest } from "../../mapping/nodes/request.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, LOST, WRITTEN } from "../../mapping/outcome.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { limitedMetadata } from "../../mapping/settings/metadata.ts";
import { stopSequencesOf } from "../../mapping/settings/stop-sequences.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { withoutBlankStops } from "../claude/blank-stops.ts";
import { withinCacheLimit } from "../claude/cache-limit.ts";
import { endWithUser } from "../claude/prefill.ts";
import { NOT_WRITTEN, thinkingValues, UNSUPPORTED_SETTINGS } from "../claude/settings.ts";
import { splitSystem } from "../claude/system.ts";
import { thinkingOf, thinkingType } from "../claude/thinking-types.ts";
import { cachePointAfter } from "./cache-points.ts";
import * as choices from "./choice.ts";
import * as messagesCodec from "./messages.ts";
import { isNova } from "./model.ts";
import { mediaForModel } from "./model-media.ts";
import { isLikeNova, JSON_SCHEMA, layoutFor, layoutOf } from "./request-layout.ts";
import { formatFor, METADATA, maxTokensFor, samplingFor, thinkingFor, tierFor } from "./settings.ts";
import { systemOf, systemWire } from "./system.ts";
import * as tools from "./tools.ts";
import { toolConfigFor } from "./tools-in-use.ts";

export function decode(wire: Json, report: Report): Eventually<CanonicalRequest> {
  const body = expectBody(wire, BODY, report);
  const reading = readNode(layoutOf(body), body, report);
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
  const { tools, choice, thinking, formatType, formatText } = values;
  const config = report.at("toolConfig");
  const formatSchema = typeof formatText === "string" ? jsonIn(formatText) : undefined;
  const notes = {
    ...(formatText === undefined ? {} : { formatText }),
    ...(values.model === undefined ? {} : { modelId: true }),
  };
  const { origin, extras } = isEmpty(notes) ? provenance : withNotes(provenance, DIALECT, notes);
  return createRequest(values, {
    messages,
    tools: isArray(tools) ? declaredTools.decode(tools, config.at("tools")) : undefined,
    choice: isObject(choice) ? choices.decode(choice, config.at("toolChoice")) : undefined,
    thinking: thinkingOf(thinking),
    formatType: formatType === JSON_SCHEMA ? "schema" : undefined,
    formatSchema: isObject(formatSchema) ? formatSchema : undefined,
    extras,
    origin,
  } as Partial<CanonicalRequest>);
}

const BODY: BodyShape = {
  expected: "a request",
  lists: ["messages", "system"],
  has: ["messages", "system", "toolConfig", "promptVariables"],
};

export function encode(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  return request.origin?.dialect === DIALECT ? writeNative(request, report) : writeForeign(request, report);
}

const DIALECT = "bedrock";

const declaredTools = new DeclaredToolsCodec(tools);

function writeNative(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { leading, rest } = splitSystem(request.messages, DIALECT);
  const system = systemWire(leading, report);
  return after(messagesCodec.encode(rest, report), (messages) => writeOwn(request, { system, messages }, report));
}

function writeOwn(request: CanonicalRequest, written: Readonly<Record<string, unknown>>, report: Report): JsonObject {
  const { messages: _, tools, choice, thinking, formatType, formatSchema, includeUsage, ...settings } = request;
  const isSaid = request.extras?.[DIALECT]?.absent === undefined || request.messages.length > 0;
  const values = {
    ...settings,
    ...written,
    // A model that only the URL names is not in the body.
    model: noteOf(request, DIALECT, "modelId") === undefined ? CHANGED : request.model,
    messages: isSaid ? written.messages : CHANGED,
    tools: tools && declaredTools.encode(tools, report),
    choice: (choice && choices.encode(choice, report)) ?? CHANGED,
    thinking: thinkingType(thinking),
    formatType: formatType === "schema" ? JSON_SCHEMA : formatType,
    formatText: ownFormatText(request),
    formatSchema: WRITTEN,
    stream: WRITTEN,
    includeUsage: CHANGED,
  };
  return writeNode(layoutFor(isLikeNova(request)), request, values, report);
}

// The text of the schema as it was, if it still says the same.
function ownFormatText(request: CanonicalRequest): string | undefined {
  const { formatSchema } = request;
  if (formatSchema === undefined) return undefined;
  const text = noteOf(request, DIALECT, "formatText");
  const isSame = typeof text === "string" && equalJson(jsonIn(text) ?? null, formatSchema);
  return isSame ? text : stringifyJson(formatSchema);
}

// ── from other dialects ─────────────────────────────────────────────────────

function writeForeign(request: CanonicalRequest, report: Report): Eventually<JsonObject> {
  const { includeUsage } = request;
  const wire = request.tools === undefined ? [] : declaredTools.encode(request.tools, report);
  const { leading, rest } = splitSystem(withinCacheLimit(request, report), DIALECT);
  if (includeUsage !== undefined) fieldReport(request, "includeUsage", report).change("default-field");
  for (const field of ["model", "stream"] as const)
    if (request[field] !== undefined) fieldReport(request, field, report).change("in-address");
  const thinking = thinkingFor(copyRequest(request, { messages: rest }), report);
  const sampling = samplingFor(request, thinking, report);
  const format = formatFor(request, report);
  const system = systemWire(leading, report);
  const config = toolConfigFor(request, wire, report);
  const accepted = mediaForModel(endWithUser(rest, request, report), request, report);
  return after(messagesCodec.encode(accepted, report), (messages) => {
    const values = {
      system,
      messages: withLastPoint(messages, request, report),
      cacheControl: CHANGED,
      tools: config.tools ?? CHANGED,
      choice: config.choice ?? CHANGED,
      maxTokens: maxTokensFor(request, thinking, report) ?? LOST,
      stop: stopSequencesOf(withoutBlankStops(request, report), report) ?? LOST,
      ...sampling,
      ...thinkingValues(thinking),
      formatType: format.formatType ?? CHANGED,
      formatText: format.formatText,
      formatSchema: CHANGED,
      formatName: format.formatName ?? CHANGED,
      formatDescription: format.formatDescription ?? CHANGED,
      serviceTier: tierFor(request, report) ?? LOST,
      metadata: limitedMetadata(METADATA, request),
      model: WRITTEN,
      stream: WRITTEN,
      ...NOT_WRITTEN,
    };
    return writeNode(
      layoutFor(isNova(request)),
      request,
      dropDefaultSettings(values, UNSUPPORTED_SETTINGS, request, report),
      report,
    );
  });
}

// A mark on the request is one on its last block.
function withLastPoint(
  messages: readonly JsonObject[],
  request: CanonicalRequest,
  report: Report,
): readonly JsonObject[] {
  const point = cachePointAfter(request, report);
  const last = messages.at(-1);
  if (point === undefined || !isArray(last?.content)) return messages;
  fieldReport(request, "cacheControl", report).change("default-layout");
  return [...messages.slice(0, -1), { ...last, content: [...last.content, point] }];
}
