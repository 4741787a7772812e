import type { Json, JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { SimDialect, SimFrame, SimRequest } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";
import { object, objects, string } from "./dialects/reading.ts";
import { eventStreamMessage } from "./event-stream.ts";
import { RefusedRequest } from "./refused-request.ts";

/** A vendor's API on a cloud: how its requests differ there. */
export interface SimPlatform {
  readonly dialect: SimDialect;
  /** The request as the vendor's own API takes it; throws a `RefusedRequest` for what the cloud refuses. */
  adapt(request: SimRequest): SimRequest;
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
export const claudeOnVertex: SimPlatform = {
  dialect: simDialect("anthropic"),
  adapt: (request) => {
    const { path, body } = request;
    const isStream = path.endsWith(":streamRawPredict");
    const { anthropic_version: version, ...rest } = body;
    if (version !== "vertex-2023-10-16") throw new RefusedRequest("anthropic_version: Field required");
    if (request.isCount) return asClaude(request, rest);
    refuse(body, ["model"]);
    if ((body.stream === true) !== isStream)
      throw new RefusedRequest("stream: streamRawPredict is for streams, and rawPredict for all else");
    return asClaude(request, { ...rest, model: request.model });
  },
};

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference */
export const geminiOnVertex: SimPlatform = {
  dialect: { ...simDialect("gemini"), models: vertexModels },
  adapt: (request) => {
    const { body } = request;
    unknownName(object(body), ["store"], "");
    unknownName(object(body.generationConfig), ["mediaProcessing"], "generation_config");
    unknownName(object(body.toolConfig), ["includeServerSideToolInvocations"], "tool_config");
    for (const tool of objects(body.tools)) unknownName(tool, ["fileSearch", "mcpServers"], "tools");
    return { ...request, body: { ...body, ...streamedArguments(body) } };
  },
};

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
export const claudeOnBedrock: SimPlatform = {
  dialect: invokedDialect(simDialect("anthropic"), simDialect("bedrock")),
  adapt: (request) => {
    const { anthropic_version: version, anthropic_beta: _, ...rest } = request.body;
    if (version !== "bedrock-2023-05-31")
      throw new RefusedRequest("anthropic_version: Field required or has an invalid value");
    refuse(request.body, ["model", "stream"]);
    const isStream = request.path.endsWith("/invoke-with-response-stream");
    return asClaude(request, { ...rest, model: request.model, ...(isStream ? { stream: true } : {}) });
  },
};

/** Claude on Microsoft Foundry, whose requests are Anthropic's. */
export const claudeOnAzure: SimPlatform = { dialect: simDialect("anthropic"), adapt: (request) => request };

/** https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle: paths without `/v1` need a version. */
export function openaiOnAzure(id: "openai-chat" | "openai-responses"): SimPlatform {
  return {
    dialect: simDialect(id),
    adapt: (request) => {
      const { path, query, body, model } = request;
      const isVersioned = !path.startsWith("/openai/v1/");
      const version = query.get("api-version");
      if (isVersioned && !/^\d{4}-\d\d-\d\d(?:-preview)?$/.test(version ?? ""))
        throw new RefusedRequest("Resource not found", { status: 404, code: "404" });
      return model === "" ? request : { ...request, body: { ...body, model } };
    },
  };
}

function asClaude(request: SimRequest, body: JsonObject): SimRequest {
  return { ...request, body, headers: { ...request.headers, "anthropic-version": "2023-06-01" } };
}

// What the address says may not be in the body too.
function refuse(body: JsonObject, names: readonly string[]): void {
  const found = names.find((name) => body[name] !== undefined);
  if (found !== undefined)
    throw new RefusedRequest(`Malformed input request: #: extraneous key [${found}] is not permitted`);
}

function unknownName(value: JsonObject, names: readonly string[], at: string): void {
  const found = names.find((name) => value[name] !== undefined);
  if (found === undefined) return;
  const where = at === "" ? "" : ` at '${at}'`;
  throw new RefusedRequest(`Invalid JSON payload received. Unknown name "${found}"${where}: Cannot find field.`);
}

// Only Vertex AI knows the field; arguments may also come whole.
function streamedArguments({ toolConfig }: JsonObject): JsonObject {
  const config = object(toolConfig);
  const { streamFunctionCallArguments, ...calling } = object(config.functionCallingConfig);
  return streamFunctionCallArguments === undefined ? {} : { toolConfig: { ...config, functionCallingConfig: calling } };
}

function vertexModels(ids: readonly string[]): JsonObject {
  return { publisherModels: ids.map((id) => ({ name: `publishers/google/models/${id}` })) };
}

/** The events of a dialect as the bytes of chunks, and errors as exceptions. */
function invokedDialect(model: SimDialect, cloud: SimDialect): SimDialect {
  return {
    ...model,
    streamContentType: cloud.streamContentType,
    frame: ({ data }) => (typeof data === "string" ? data : stringifyJson(data)),
    envelope: (payload, frame) => chunk(payload, frame, cloud),
    error: cloud.error,
    streamError: cloud.streamError,
    ...(cloud.errorHeaders === undefined ? {} : { errorHeaders: cloud.errorHeaders }),
    ...(cloud.requestIdHeader === undefined ? {} : { requestIdHeader: cloud.requestIdHeader }),
  };
}

function chunk(payload: Uint8Array, frame: SimFrame, cloud: SimDialect): Uint8Array {
  if (string(frame.event ?? "").endsWith("Exception")) return cloud.envelope?.(payload, frame) ?? payload;
  const bytes: Json = btoa(Array.from(payload, (byte) => String.fromCharCode(byte)).join(""));
  const headers = { ":event-type": "chunk", ":content-type": "application/json", ":message-type": "event" };
  return eventStreamMessage(headers, new TextEncoder().encode(stringifyJson({ bytes })));
}
