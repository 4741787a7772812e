import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { AdaptedRequest, DialectRequest, LostField, ProviderBinding } from "../../bindings/binding.ts";
import { pathSegment } from "./path-segment.ts";
import type { PlatformSettings } from "./platform.ts";
import { publisherPath, readPublisherModels } from "./vertex-paths.ts";

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference */
export function geminiOnVertex(binding: ProviderBinding, settings: PlatformSettings): ProviderBinding {
  const pathOf = (model: string) => `/v1beta1${modelPath(settings, model)}`;
  const { countTokens } = binding;
  return {
    ...binding,
    path: (model, stream) => `${pathOf(model)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    modelsPath: "/v1beta1/publishers/google/models?pageSize=1000",
    readModels: readPublisherModels,
    adapt,
    ...(countTokens === undefined
      ? {}
      : { countTokens: { ...countTokens, path: (model) => `${pathOf(model)}:countTokens`, body: countable } }),
  };
}

// Tuned models are endpoints of a project, and other publishers' models have their publisher's name.
function modelPath(settings: PlatformSettings, model: string): string {
  const [, publisher = "google", name = model.replace(/^models\//, "")] =
    /^publishers\/([\w-]+)\/models\/(.+)$/.exec(model) ?? [];
  const endpoint = /^projects\/[^/]+\/locations\/[^/]+\/(?:endpoints|models)\/[^/]+$/.test(model);
  if (endpoint) return `/${model.split("/").map(pathSegment).join("/")}`;
  return `${publisherPath(settings, publisher)}/models/${pathSegment(name)}`;
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/count-tokens */
const COUNTED: ReadonlySet<string> = new Set(["contents", "systemInstruction", "tools", "generationConfig"]);

function countable(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([field]) => COUNTED.has(field)));
}

function adapt({ body, model, stream, isSameDialect }: DialectRequest): AdaptedRequest {
  const lost: LostField[] = [];
  const known = withoutEmptyTools(knownFields(body, "", lost));
  const streams = stream && !isSameDialect && STREAMS_ARGUMENTS.test(model) && declaresFunctions(known);
  return { body: streams ? withStreamedArguments(known) : known, lost: isSameDialect ? lost : sourceLosses(lost) };
}

/** What the translation adds for the Gemini API; without it, nothing of the client's request is lost. */
const ADDED: readonly string[] = ["includeServerSideToolInvocations"];

// Clients of other dialects have the same fields at the top of their requests at most.
function sourceLosses(lost: readonly LostField[]): LostField[] {
  const own = lost.filter(({ feature }) => !ADDED.includes(feature));
  return own.map(({ path, ...field }) => ({ ...field, path: `/${path.split("/")[1]}` }));
}

/**
 * Fields that the Gemini API has and Vertex AI refuses as unknown, by the path of the object that has them; numbers are indices.
 * https://github.com/googleapis/js-genai/blob/main/src/converters/_models_converters.ts
 */
const UNKNOWN: readonly {
  readonly at: RegExp;
  readonly fields: readonly string[];
  readonly level: LostField["level"];
}[] = [
  { at: /^$/, fields: ["store"], level: "setting" },
  { at: /^\/generationConfig$/, fields: ["mediaProcessing"], level: "setting" },
  { at: /^\/toolConfig$/, fields: ["includeServerSideToolInvocations"], level: "setting" },
  { at: /^\/tools\/\d+$/, fields: ["fileSearch", "mcpServers"], level: "content" },
  { at: /^\/contents\/\d+\/parts\/\d+$/, fields: ["mediaProcessing"], level: "setting" },
  { at: /^\/contents\/\d+\/parts\/\d+\/functionResponse$/, fields: ["willContinue"], level: "setting" },
];

/** The objects that may have such fields, and what leads to them. */
const PATHS =
  /^(?:\/generationConfig|\/toolConfig|\/tools(?:\/\d+)?|\/contents(?:\/\d+(?:\/parts(?:\/\d+(?:\/functionResponse)?)?)?)?)?$/;

function withoutUnknown(value: Json, path: string, lost: LostField[]): Json {
  if (!PATHS.test(path)) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => withoutUnknown(item, `${path}/${index}`, lost));
  return isObject(value) ? knownFields(value, path, lost) : value;
}

function knownFields(value: JsonObject, path: string, lost: LostField[]): JsonObject {
  const { fields = [], level = "setting" } = UNKNOWN.find(({ at }) => at.test(path)) ?? {};
  const found = fields.filter((field) => value[field] !== undefined);
  lost.push(...found.map((field) => ({ path: `${path}/${field}`, feature: field, level })));
  const kept = Object.entries(value).filter(([field]) => !found.includes(field));
  return Object.fromEntries(
    kept.map(([field, item = null]) => [field, withoutUnknown(item, `${path}/${field}`, lost)]),
  );
}

// A tool that Vertex AI does not have leaves nothing.
function withoutEmptyTools(body: JsonObject): JsonObject {
  const { tools } = body;
  if (!Array.isArray(tools)) return body;
  const kept = tools.filter((tool: Json) => !isObject(tool) || Object.keys(tool).length > 0);
  return kept.length === tools.length ? body : { ...body, tools: kept };
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc */
const STREAMS_ARGUMENTS = /^gemini-(?:[3-9]|\d\d)/;

function declaresFunctions({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.some((tool: Json) => isObject(tool) && tool.functionDeclarations !== undefined);
}

// Clients of the same dialect may not know arguments in pieces.
function withStreamedArguments(body: JsonObject): JsonObject {
  const config = objectIn(body.toolConfig);
  const calling = { ...objectIn(config.functionCallingConfig), streamFunctionCallArguments: true };
  return { ...body, toolConfig: { ...config, functionCallingConfig: calling } };
}

function objectIn(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
