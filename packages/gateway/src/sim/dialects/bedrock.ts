import type { JsonObject } from "@toolglot/core";
import { isObject, JsonError, parseJson, stringifyJson } from "@toolglot/core/base";
import type { OfferedTool, SimConversation, SimResponse, SimToolChoice, SimToolResult } from "../conversation.ts";
import { eventStreamMessage } from "../event-stream.ts";
import { hash } from "../hash.ts";
import { lastWords } from "../own-words.ts";
import type { RefusedRequest } from "../refused-request.ts";
import { checkBedrock } from "../rules/bedrock.ts";
import { signatureFor } from "../signatures.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { object, objects, string, userTexts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "bedrock",
  callId: (digits) => `tooluse_${digits.slice(0, 22)}`,
  streamContentType: "application/vnd.amazon.eventstream",
  requestIdHeader: "x-amzn-requestid",
  decode: read,
  encodeResponse,
  encodeStream,
  frame: ({ data }) => (typeof data === "string" ? data : stringifyJson(data)),
  envelope: (payload, { event = "" }) => eventStreamMessage(headersOf(event), payload),
  error: ({ message }) => ({ message }),
  errorHeaders,
  streamError: (message) => [{ event: "serviceUnavailableException", data: { message } }],
  models: (ids) => ({ modelSummaries: ids.map(listed) }),
  model: (id) => ({ modelDetails: listed(id) }),
  tokenCount: (tokens) => ({ inputTokens: tokens }),
};

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors */
const TYPES: Readonly<Record<number, string>> = {
  400: "ValidationException",
  403: "AccessDeniedException",
  404: "ResourceNotFoundException",
  408: "ModelTimeoutException",
  424: "ModelErrorException",
  429: "ThrottlingException",
  500: "InternalServerException",
  503: "ServiceUnavailableException",
};

// The type may be followed by a URI: https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html#operation-error-serialization
function errorHeaders({ status }: RefusedRequest): Record<string, string> {
  const { [status]: type } = TYPES;
  // Other statuses come from what stands in front of Bedrock.
  return type === undefined
    ? {}
    : { "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` };
}

function headersOf(event: string): Record<string, string> {
  const isException = event.endsWith("Exception");
  return {
    [isException ? ":exception-type" : ":event-type"]: event,
    ":content-type": "application/json",
    ":message-type": isException ? "exception" : "event",
  };
}

function read(request: SimRequest): SimConversation {
  const { path, model } = request;
  const body = request.isCount ? object(object(request.body.input).converse) : request.body;
  checkBedrock(body, request);
  const messages = objects(body.messages);
  return {
    model,
    stream: path.endsWith("/converse-stream"),
    tools: toolsOf(body),
    toolChoice: choiceOf(body),
    parallel: true,
    lastUserText: lastWords(userTexts(messages)),
    results: resultsOf(messages),
    ...formatOf(body),
    wantsReasoning: wantsReasoning(object(body.additionalModelRequestFields)),
    wantsUsage: true,
    body,
  };
}

function toolsOf({ toolConfig }: JsonObject): OfferedTool[] {
  const specs = objects(object(toolConfig).tools).map(({ toolSpec }) => toolSpec);
  return specs
    .filter(isObject)
    .map(({ name, inputSchema }) => ({ name: string(name), kind: "function", schema: object(inputSchema).json ?? {} }));
}

function choiceOf({ toolConfig }: JsonObject): SimToolChoice {
  const { any, tool } = object(object(toolConfig).toolChoice);
  if (isObject(tool)) return { mode: "required", names: [string(tool.name)] };
  return { mode: any === undefined ? "auto" : "required" };
}

function resultsOf(messages: readonly JsonObject[]): SimToolResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.content).map(({ toolUse }) => object(toolUse));
  const blocks = messages.slice(last + 1).flatMap(({ content }) => objects(content));
  return blocks
    .map(({ toolResult }) => toolResult)
    .filter(isObject)
    .map(({ toolUseId, content }) => ({
      name: string(calls.find((call) => call.toolUseId === toolUseId)?.name),
      text: objects(content).map(resultText).filter(Boolean).join("\n"),
    }));
}

function resultText({ text, json }: JsonObject): string {
  return json === undefined ? string(text) : stringifyJson(json);
}

// The schema is JSON text: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_JsonSchemaDefinition.html
function formatOf({ outputConfig }: JsonObject): Pick<SimConversation, "format"> {
  const { structure } = object(object(outputConfig).textFormat);
  const { schema } = object(object(structure).jsonSchema);
  return typeof schema === "string" ? { format: { schema: parsedSchema(schema) } } : {};
}

function parsedSchema(text: string): JsonObject {
  try {
    return object(parseJson(text));
  } catch (error) {
    if (error instanceof JsonError) return {};
    throw error;
  }
}

/**
 * The parameters of Claude, of Nova and of gpt-oss:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-reasoning.html
 */
function wantsReasoning({ thinking, reasoning_config, reasoningConfig, reasoning_effort }: JsonObject): boolean {
  const types = [thinking, reasoning_config, reasoningConfig].map((config) => object(config).type);
  return types.includes("enabled") || types.includes("adaptive") || reasoning_effort !== undefined;
}

function encodeResponse(response: SimResponse): JsonObject {
  return {
    output: { message: { role: "assistant", content: blocksOf(response) } },
    stopReason: stopOf(response),
    ...metadata(response),
  };
}

function encodeStream(response: SimResponse): SimFrame[] {
  const frames: SimFrame[] = [
    { event: "messageStart", data: { role: "assistant" } },
    ...blocksOf(response).flatMap(blockFrames),
    { event: "messageStop", data: { stopReason: stopOf(response) } },
    { event: "metadata", data: metadata(response) },
  ];
  return frames.map((frame, index) => padded(frame, `${response.id} ${index}`));
}

function blocksOf({ reasoning, text, calls }: SimResponse): JsonObject[] {
  return [
    ...(reasoning === undefined
      ? []
      : [{ reasoningContent: { reasoningText: { text: reasoning, signature: signatureFor("bedrock", reasoning) } } }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, name, input }) => ({
      toolUse: { toolUseId: id, name, input: typeof input === "string" ? { input } : input },
    })),
  ];
}

/** Only calls have a start; text and reasoning begin with their first delta. */
function blockFrames(block: JsonObject, contentBlockIndex: number): SimFrame[] {
  const start = isObject(block.toolUse) ? [{ event: "contentBlockStart", data: startOf(block.toolUse) }] : [];
  const deltas = deltasOf(block).map((delta) => ({ event: "contentBlockDelta", data: { delta } }));
  const frames = [...start, ...deltas, { event: "contentBlockStop", data: {} }];
  return frames.map(({ event, data }) => ({ event, data: { contentBlockIndex, ...data } }));
}

function startOf({ toolUseId = "", name = "" }: JsonObject): JsonObject {
  return { start: { toolUse: { toolUseId, name } } };
}

function deltasOf({ text, toolUse, reasoningContent }: JsonObject): JsonObject[] {
  if (isObject(toolUse))
    return splitText(stringifyJson(object(toolUse.input))).map((input) => ({ toolUse: { input } }));
  if (isObject(reasoningContent)) {
    const { text: reasoning, signature = "" } = object(reasoningContent.reasoningText);
    const pieces = splitText(string(reasoning)).map((piece) => ({ reasoningContent: { text: piece } }));
    return [...pieces, { reasoningContent: { signature } }];
  }
  return splitText(string(text)).map((piece) => ({ text: piece }));
}

/** Bedrock pads each event, so that its length does not tell which token it carries. */
function padded(frame: SimFrame, seed: string): SimFrame {
  const length = Number.parseInt(hash(seed).slice(0, 4), 16) % PADDING.length;
  return typeof frame.data === "string"
    ? frame
    : { ...frame, data: { ...frame.data, p: PADDING.slice(0, length + 1) } };
}

const PADDING = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

function stopOf({ finish, calls }: SimResponse): string {
  if (finish === "length") return "max_tokens";
  if (finish === "filter") return "content_filtered";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function metadata({ usage: { input, output } }: SimResponse): JsonObject {
  return {
    usage: {
      inputTokens: input,
      outputTokens: output,
      totalTokens: input + output,
      cacheReadInputTokens: 0,
      cacheWriteInputTokens: 0,
    },
    metrics: { latencyMs: 1 },
  };
}

function listed(id: string): JsonObject {
  return {
    modelArn: `arn:aws:bedrock:us-east-1::foundation-model/${id}`,
    modelId: id,
    modelName: id,
    providerName: "Toolglot",
    inputModalities: ["TEXT", "IMAGE"],
    outputModalities: ["TEXT"],
    responseStreamingSupported: true,
    inferenceTypesSupported: ["ON_DEMAND"],
    modelLifecycle: { status: "ACTIVE" },
  };
}
