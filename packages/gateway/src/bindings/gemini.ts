import type { Json, JsonObject, Usage } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import {
  type Billing,
  type HttpBinding,
  type ListedModel,
  type RouteMatch,
  SSE_CONTENT_TYPE,
  type StreamFraming,
} from "./binding.ts";
import { REFUSED_KEY } from "./google.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

export const binding: HttpBinding = {
  dialect: "gemini",
  client: {
    routes: [
      {
        method: "POST",
        path: modelPath("(?<verb>(?:g|streamG)enerateContent)"),
        action: "generate",
      },
      { method: "POST", path: modelPath("countTokens"), action: "count" },
      { method: "GET", path: /^\/v1(?:beta|alpha)\/models$/, action: "models" },
      {
        method: "GET",
        path: /^\/v1(?:beta|alpha)\/models\/(?<model>.+)(?<!:(?:generateContent|streamGenerateContent|countTokens))$/,
        action: "model",
      },
    ],
    credentials: { headers: ["x-goog-api-key"], query: ["key"] },
    versionPrefix: "/v1beta",
    modelName: publisherAsProvider,
    pathPattern: /^\/v1(?:beta1?|alpha)\//,
    wantsStream: (_, { params }) => params.verb === "streamGenerateContent",
    streamContentType: (match) => (wantsEvents(match) ? SSE_CONTENT_TYPE : JSON_TYPE),
    framing: (match) => (wantsEvents(match) ? undefined : new ArrayFraming()),
    requestIdHeader: "x-request-id",
    maxOutputTokens: (body) =>
      numberAt(body, ["generationConfig", "maxOutputTokens"], ["generation_config", "max_output_tokens"]),
    agents: [{ name: "gemini-cli", userAgent: /^GeminiCLI/i }],
    formatModels: (models) => ({ models: models.map(modelObject) }),
    formatModel: modelObject,
    providerState: ["cachedContent", "cached_content"].map((field) => ({ field, what: "cached content" })),
    countTokens: { request: countedRequest, answer: (tokens) => ({ totalTokens: tokens }) },
  },
  provider: {
    path: (model, streams) =>
      `/v1beta/${resource(model)}:${streams ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    authorization: (key) => ({ "x-goog-api-key": key }),
    headers: {},
    forwardedHeaders: [],
    returnedHeaders: [],
    streamContentTypes: /^text\/event-stream\b/i,
    refusedKey: REFUSED_KEY,
    billing,
    isResponse: ({ candidates, promptFeedback }) => Array.isArray(candidates) || isObject(promptFeedback),
    modelsPath: "/v1beta/models?pageSize=1000",
    readModels: (body) => readIds(body, "models", "name").map((name) => name.replace(/^models\//, "")),
    countTokens: {
      path: (model) => `/v1beta/${resource(model)}:countTokens`,
      // `model` is a resource name, as in the path: https://ai.google.dev/api/tokens
      body: (request, model) => ({ generateContentRequest: { ...request, model: resourceName(model) } }),
      read: (body: Json) => (isObject(body) && typeof body.totalTokens === "number" ? body.totalTokens : undefined),
    },
  },
};

/**
 * The path of a model's method, also as Vertex AI has it, below a publisher and perhaps a project:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/projects.locations.publishers.models/generateContent
 */
function modelPath(verb: string): RegExp {
  const own = "(?:projects/[^/]+/locations/[^/]+/)?(?:publishers/google/)?";
  return new RegExp(`^/v1(?:beta1?|alpha)?/(?!v1)${own}(?:models/)?(?<model>.+):${verb}$`);
}

// Google's SDK takes what precedes a slash in the name of a model for its publisher, if it is used for Vertex AI:
// https://github.com/googleapis/js-genai/blob/main/src/_transformers.ts (`tModel`)
function publisherAsProvider(model: string): string {
  return model.replace(/^publishers\/([^/]+)\/models\//, "$1/");
}

// Vertex AI has the tier in the type of its traffic: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/priority-paygo
function billing({ extras = {} }: Usage): Billing {
  const { "/trafficType": traffic } = extras.gemini ?? {};
  const [, tier] = /^ON_DEMAND_(FLEX|PRIORITY)$/.exec(String(traffic)) ?? [];
  return { tier: tier?.toLowerCase() };
}

const JSON_TYPE = "application/json; charset=utf-8";

// Lists of models name them with their collection; tuned models have a collection of their own.
function resourceName(model: string): string {
  return /^(?:models|tunedModels)\/[^/]+$/.test(model) ? model : `models/${model}`;
}

// `encodeURIComponent` throws on a lone surrogate.
function resource(model: string): string {
  const name = resourceName(model.replace(/\p{Surrogate}/gu, "\ufffd"));
  const slash = name.indexOf("/");
  return `${name.slice(0, slash)}/${encodeURIComponent(name.slice(slash + 1))}`;
}

function wantsEvents({ query }: RouteMatch): boolean {
  return query.get("alt") === "sse";
}

// The body has either the contents, or a whole request.
function countedRequest(body: JsonObject): JsonObject {
  const request = body.generateContentRequest ?? body.generate_content_request;
  return isObject(request) ? request : body;
}

function modelObject({ id }: ListedModel): JsonObject {
  return {
    name: `models/${id}`,
    displayName: id,
    version: "",
    supportedGenerationMethods: ["generateContent", "streamGenerateContent", "countTokens"],
  };
}

/** Google's servers end lines with CRLF. */
const FRAME_END = /\r?\n\r?\n/;

/** Without `alt=sse`, a stream is one JSON array that is sent element by element. */
class ArrayFraming implements StreamFraming {
  private begun = false;
  private rest = "";

  push(text: string): string {
    const frames = (this.rest + text).split(FRAME_END);
    this.rest = frames.pop() ?? "";
    return frames.map((frame) => this.element(frame)).join("");
  }

  end(): string {
    const { rest } = this;
    this.rest = "";
    return `${rest.trim() === "" ? "" : this.element(rest)}${this.begun ? "" : "["}]`;
  }

  private element(frame: string): string {
    if (!frame.startsWith("data:")) return "";
    const before = this.begun ? ",\r\n" : "[";
    this.begun = true;
    return before + frame.slice("data:".length).trim();
  }
}
