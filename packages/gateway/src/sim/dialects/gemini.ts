import type { JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type { OfferedTool, SimConversation, SimResponse, SimToolChoice, SimToolResult } from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { checkGemini } from "../rules/gemini.ts";
import { contentsOf, field } from "../rules/gemini-fields.ts";
import { alwaysReasons } from "../rules/reasoning.ts";
import { signatureFor } from "../signatures.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { object, objects, string } from "./reading.ts";

export const dialect: SimDialect = {
  id: "gemini",
  callId: (digits) => `fc-${digits.slice(0, 12)}`,
  streamContentType: "text/event-stream",
  decode: read,
  encodeResponse,
  encodeStream,
  frame: ({ data }) => `data: ${typeof data === "string" ? data : stringifyJson(data)}\r\n\r\n`,
  error: ({ status, message }) => ({ error: { code: status, message, status: STATUS[status] ?? "UNKNOWN" } }),
  streamError: (message) => [{ data: { error: { code: 503, message, status: "UNAVAILABLE" } } }],
  models: (ids) => ({ models: ids.map(listed) }),
  model: listed,
  tokenCount: (tokens) => ({ totalTokens: tokens }),
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

function read(request: SimRequest): SimConversation {
  const { path, model } = request;
  const body = request.isCount ? counted(request.body) : request.body;
  checkGemini(body, model);
  const contents = contentsOf(body);
  const config = object(field(body, "generationConfig"));
  const thinking = object(field(config, "thinkingConfig"));
  return {
    model,
    stream: path.endsWith(":streamGenerateContent"),
    tools: toolsOf(body),
    toolChoice: choiceOf(body),
    parallel: true,
    lastUserText: lastText(contents),
    results: resultsOf(contents),
    ...formatOf(config),
    wantsReasoning: field(thinking, "includeThoughts") === true,
    wantsUsage: true,
    body,
  };
}

// The body has either the contents, or a whole request.
function counted(body: JsonObject): JsonObject {
  const inner = field(body, "generateContentRequest");
  return isObject(inner) ? inner : body;
}

function toolsOf(body: JsonObject): OfferedTool[] {
  const declared = objects(body.tools).flatMap((tool) => objects(field(tool, "functionDeclarations")));
  return declared.map((tool) => {
    const schema = field(tool, "parametersJsonSchema") ?? field(tool, "parameters") ?? {};
    return { name: string(tool.name), kind: "function", schema };
  });
}

function choiceOf(body: JsonObject): SimToolChoice {
  const config = object(field(object(field(body, "toolConfig")), "functionCallingConfig"));
  const allowed = field(config, "allowedFunctionNames");
  const names = Array.isArray(allowed) && allowed.length > 0 ? { names: allowed.map(String) } : {};
  if (config.mode === "ANY") return { mode: "required", ...names };
  return { mode: config.mode === "NONE" ? "none" : "auto", ...names };
}

function lastText(contents: readonly JsonObject[]): string {
  const userTexts = contents
    .filter(({ role }) => role !== "model")
    .map(({ parts }) =>
      objects(parts)
        .map(({ text }) => string(text))
        .filter(Boolean)
        .join("\n"),
    );
  return lastWords(userTexts);
}

function resultsOf(contents: readonly JsonObject[]): SimToolResult[] {
  const last = contents.findLastIndex(({ role }) => role === "model");
  const parts = contents.slice(last + 1).flatMap((content) => objects(content.parts));
  return parts
    .map((part) => field(part, "functionResponse"))
    .filter(isObject)
    .map(({ name, response }) => ({ name: string(name), text: stringifyJson(response ?? null) }));
}

function formatOf(config: JsonObject): Pick<SimConversation, "format"> {
  const schema = field(config, "responseJsonSchema") ?? field(config, "responseSchema");
  if (schema !== undefined) return { format: { schema } };
  return field(config, "responseMimeType") === "application/json" ? { format: {} } : {};
}

function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  return responseObject(response, decoded, partsOf(response, decoded), finishOf(response));
}

function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const parts = partsOf(response, decoded).flatMap(inPieces);
  const frames = parts.map((part) => ({ data: responseObject(response, decoded, [part]) }));
  return [...frames, { data: responseObject(response, decoded, [{ text: "" }], finishOf(response)) }];
}

/** The first call of a turn has the signature; without calls, the last part has it. */
function partsOf({ reasoning, text, calls }: SimResponse, { model }: SimConversation): JsonObject[] {
  const signed = (of: string) => ({ thoughtSignature: signatureFor("gemini", of) });
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

// The signature is in the last chunk.
function inPieces(part: JsonObject): JsonObject[] {
  if (typeof part.text !== "string") return [part];
  const { thoughtSignature, ...plain } = part;
  const all: JsonObject[] = splitText(part.text).map((text) => ({ ...plain, text }));
  return thoughtSignature === undefined ? all : [...all, { text: "", thoughtSignature }];
}

function responseObject(
  response: SimResponse,
  { model }: SimConversation,
  parts: readonly JsonObject[],
  finish?: string,
): JsonObject {
  const { input, output, reasoning } = response.usage;
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
    responseId: response.id.slice(0, 22),
  };
}

function finishOf({ finish }: SimResponse): string {
  if (finish === "length") return "MAX_TOKENS";
  return finish === "filter" ? "SAFETY" : "STOP";
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
