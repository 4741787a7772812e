import { isObject, type JsonObject, stringifyJson } from "@toolglot/core";
import type { Answer, Asked, AskedChoice, AskedResult, AskedTool } from "../conversation.ts";
import { pieces } from "../pieces.ts";
import { checkGemini } from "../rules/gemini.ts";
import { contentsOf, field } from "../rules/gemini-fields.ts";
import { alwaysReasons } from "../rules/reasoning.ts";
import { seal } from "../signatures.ts";
import type { Frame, SimDialect, SimRequest } from "./dialect.ts";
import { object, objects, string } from "./reading.ts";

export const dialect: SimDialect = {
  id: "gemini",
  callId: (digits) => `fc-${digits.slice(0, 12)}`,
  streamType: "text/event-stream",
  read,
  whole,
  stream,
  frame: ({ data }) => `data: ${typeof data === "string" ? data : stringifyJson(data)}\r\n\r\n`,
  error: ({ status, message }) => ({ error: { code: status, message, status: STATUS[status] ?? "UNKNOWN" } }),
  streamError: (message) => [{ data: { error: { code: 503, message, status: "UNAVAILABLE" } } }],
  models: (ids) => ({ models: ids.map(listed) }),
  model: listed,
  count: (tokens) => ({ totalTokens: tokens }),
};

const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

export function read(request: SimRequest): Asked {
  const { path, model } = request;
  const body = request.counts ? counted(request.body) : request.body;
  checkGemini(body, model);
  const contents = contentsOf(body);
  const config = object(field(body, "generationConfig"));
  const thinking = object(field(config, "thinkingConfig"));
  return {
    model,
    streams: path.endsWith(":streamGenerateContent"),
    tools: toolsOf(body),
    choice: choiceOf(body),
    parallel: true,
    lastUserText: lastText(contents),
    results: resultsOf(contents),
    ...formatOf(config),
    wantsReasoning: field(thinking, "includeThoughts") === true,
    wantsUsage: true,
    body,
  };
}

// Either the contents stand by themselves, or the whole request does.
function counted(body: JsonObject): JsonObject {
  const inner = field(body, "generateContentRequest");
  return isObject(inner) ? inner : body;
}

function toolsOf(body: JsonObject): AskedTool[] {
  const declared = objects(body.tools).flatMap((tool) => objects(field(tool, "functionDeclarations")));
  return declared.map((tool) => {
    const schema = field(tool, "parametersJsonSchema") ?? field(tool, "parameters") ?? {};
    return { name: string(tool.name), kind: "function", schema };
  });
}

function choiceOf(body: JsonObject): AskedChoice {
  const config = object(field(object(field(body, "toolConfig")), "functionCallingConfig"));
  const mode = config.mode === "ANY" ? "required" : config.mode === "NONE" ? "none" : "auto";
  const allowed = field(config, "allowedFunctionNames");
  return { mode, ...(Array.isArray(allowed) && allowed.length > 0 ? { names: allowed.map(String) } : {}) };
}

function lastText(contents: readonly JsonObject[]): string {
  const said = contents
    .filter(({ role }) => role !== "model")
    .map(({ parts }) =>
      objects(parts)
        .map(({ text }) => string(text))
        .filter(Boolean)
        .join("\n"),
    );
  return said.findLast((text) => text !== "") ?? "";
}

function resultsOf(contents: readonly JsonObject[]): AskedResult[] {
  const last = contents.findLastIndex(({ role }) => role === "model");
  const parts = contents.slice(last + 1).flatMap((content) => objects(content.parts));
  return parts
    .map((part) => field(part, "functionResponse"))
    .filter(isObject)
    .map(({ name, response }) => ({ name: string(name), text: stringifyJson(response ?? null) }));
}

function formatOf(config: JsonObject): Pick<Asked, "format"> {
  const schema = field(config, "responseJsonSchema") ?? field(config, "responseSchema");
  if (schema !== undefined) return { format: { schema } };
  return field(config, "responseMimeType") === "application/json" ? { format: {} } : {};
}

export function whole(answer: Answer, asked: Asked): JsonObject {
  return response(answer, asked, partsOf(answer, asked), finishOf(answer));
}

export function stream(answer: Answer, asked: Asked): Frame[] {
  const parts = partsOf(answer, asked).flatMap(inPieces);
  const frames = parts.map((part) => ({ data: response(answer, asked, [part]) }));
  return [...frames, { data: response(answer, asked, [{ text: "" }], finishOf(answer)) }];
}

/** The first call of a turn is signed; without a call the last part is. */
function partsOf({ reasoning, text, calls }: Answer, { model }: Asked): JsonObject[] {
  const signed = (of: string) => ({ thoughtSignature: seal("gemini", of) });
  const proof = (name: string) => (alwaysReasons(model) && reasoning !== undefined ? reasoning : name);
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(text === undefined ? [] : [{ text, ...(reasoning !== undefined && calls.length === 0 ? signed(text) : {}) }]),
    ...calls.map(({ id, name, input }, index) => ({
      functionCall: { id, name, args: input },
      ...(index === 0 ? signed(proof(name)) : {}),
    })),
  ];
}

// A signature comes with the last piece.
function inPieces(part: JsonObject): JsonObject[] {
  if (typeof part.text !== "string") return [part];
  const { thoughtSignature, ...plain } = part;
  const all: JsonObject[] = pieces(part.text).map((text) => ({ ...plain, text }));
  return thoughtSignature === undefined ? all : [...all, { text: "", thoughtSignature }];
}

function response(answer: Answer, { model }: Asked, parts: readonly JsonObject[], finish?: string): JsonObject {
  const { input, output, reasoning } = answer.usage;
  return {
    candidates: [
      { content: { role: "model", parts }, ...(finish === undefined ? {} : { finishReason: finish }), index: 0 },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
      totalTokenCount: input + output,
    },
    modelVersion: model,
    responseId: answer.id.slice(0, 22),
  };
}

function finishOf({ finish }: Answer): string {
  return finish === "length" ? "MAX_TOKENS" : finish === "filter" ? "SAFETY" : "STOP";
}

function listed(id: string): JsonObject {
  return {
    name: `models/${id}`,
    displayName: id,
    version: "1",
    inputTokenLimit: 1_000_000,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
}
