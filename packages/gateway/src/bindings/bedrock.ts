import type { Json, JsonObject } from "@toolglot/core";
import { EventStreamEncoder, isObject } from "@toolglot/core/base";
import { decodeFailure, encodeFailure } from "../errors.ts";
import type { HeaderMap } from "../transport.ts";
import type { ClientError, HttpBinding, ListedModel } from "./binding.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

const EVENT_STREAM = "application/vnd.amazon.eventstream";

export const binding: HttpBinding = {
  dialect: "bedrock",
  client: {
    routes: [
      { method: "POST", path: modelPath("(?<verb>converse(?:-stream)?)"), action: "generate" },
      { method: "POST", path: modelPath("count-tokens"), action: "count" },
      { method: "GET", path: /^\/foundation-models$/, action: "models" },
      { method: "GET", path: /^\/foundation-models\/(?<model>.+)$/, action: "model" },
    ],
    // A key is a bearer token: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html
    credentials: { headers: [], query: [], otherSecrets: ["x-amz-security-token"], unsupported: signedWithSigV4 },
    pathPattern: /^\/(?:model|foundation-models)\//,
    wantsStream: (_, { params }) => params.verb === "converse-stream",
    streamContentType: () => EVENT_STREAM,
    framing: () => new EventStreamEncoder(),
    requestIdHeader: "x-amzn-requestid",
    maxOutputTokens: (body) => numberAt(body, ["inferenceConfig", "maxTokens"]),
    adaptError: (error) => ({ ...error, headers: { [ERROR_TYPE]: exceptionIn(error) } }),
    formatModels: (models) => ({ modelSummaries: models.map(modelObject) }),
    formatModel: (model) => ({ modelDetails: modelObject(model) }),
    countTokens: { request: countedRequest, answer: (tokens) => ({ inputTokens: tokens }) },
  },
  provider: {
    path: (model, streams) => `/model/${encoded(model)}/converse${streams ? "-stream" : ""}`,
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
    headers: {},
    forwardedHeaders: [],
    returnedHeaders: [/^x-amzn-bedrock-/],
    streamContentTypes: /^application\/vnd\.amazon\.eventstream\b/i,
    streamAccept: EVENT_STREAM,
    isResponse: ({ output }) => isObject(output ?? null),
    errorBody,
    modelsPath: "/foundation-models",
    // Models are listed by another service: https://docs.aws.amazon.com/general/latest/gr/bedrock.html
    modelsBaseUrl: (baseUrl) => baseUrl.replace(/^(https:\/\/bedrock)-runtime([-.].*\.amazonaws\.)/, "$1$2"),
    readModels: (body) => readIds(body, "modelSummaries", "modelId"),
    countTokens: {
      path: (model) => `/model/${encoded(model)}/count-tokens`,
      body: (request) => ({ input: { converse: countable(request) } }),
      read: (body: Json) => (isObject(body) && typeof body.inputTokens === "number" ? body.inputTokens : undefined),
    },
  },
};

/** The header with the type of an error, which is not in its body. */
const ERROR_TYPE = "x-amzn-errortype";

// What stands in front of Bedrock answers without a type; the SDKs throw an exception of no class then.
function exceptionIn({ status, value }: ClientError): string {
  const { __type: type } = value;
  if (typeof type === "string") return type;
  return String(encodeFailure("bedrock", decodeFailure("bedrock", { status, value })).value.__type);
}

// Models are names or ARNs, whose slashes clients encode or not.
function modelPath(verb: string): RegExp {
  return new RegExp(`^/model/(?<model>.+)/${verb}$`);
}

// `encodeURIComponent` throws on a lone surrogate.
function encoded(model: string): string {
  return encodeURIComponent(model.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** The gateway knows hashes of its keys only, and a signature can only be checked with the key itself. */
function signedWithSigV4({ authorization = "" }: HeaderMap): string | undefined {
  if (!/^AWS4-/i.test(authorization)) return undefined;
  return "the request is signed with AWS credentials, which cannot be checked here: set AWS_BEARER_TOKEN_BEDROCK to a key of this gateway";
}

// https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html#operation-error-serialization
function errorBody(body: Json, headers: HeaderMap): Json {
  const { [ERROR_TYPE]: type } = headers;
  return isObject(body) && type !== undefined ? { __type: type.replace(/:.*$/, ""), ...body } : body;
}

// A request for InvokeModel is not one of this dialect.
function countedRequest({ input }: JsonObject): JsonObject {
  const { converse } = isObject(input ?? null) ? (input as JsonObject) : {};
  return isObject(converse ?? null) ? (converse as JsonObject) : {};
}

/** The fields of https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseTokensRequest.html */
const COUNTED: ReadonlySet<string> = new Set(["messages", "system", "toolConfig", "additionalModelRequestFields"]);

function countable(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([field]) => COUNTED.has(field)));
}

function modelObject({ id, provider }: ListedModel): JsonObject {
  return {
    modelArn: `arn:aws:bedrock:::foundation-model/${id}`,
    modelId: id,
    modelName: id,
    providerName: provider,
    inputModalities: ["TEXT", "IMAGE"],
    outputModalities: ["TEXT"],
    responseStreamingSupported: true,
  };
}
