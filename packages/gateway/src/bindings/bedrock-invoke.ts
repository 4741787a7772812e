import type { Json, JsonObject } from "@toolglot/core";
import { encodeEventStreamMessage, isObject, jsonIn } from "@toolglot/core/base";
import { concat } from "../bytes.ts";
import { decodeFailure, encodeFailure } from "../errors.ts";
import { EventDataReader } from "../event-data.ts";
import type { HeaderMap } from "../transport.ts";
import { binding as anthropic } from "./anthropic.ts";
import { binding as bedrock } from "./bedrock.ts";
import type { ClientBinding, ClientError, ClientRequest, HttpBinding, RouteMatch, StreamFraming } from "./binding.ts";

/**
 * Clients that ask Claude by InvokeModel, as Anthropic's SDK for Bedrock and Claude Code do: Anthropic's bodies at Bedrock's paths.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export const binding: HttpBinding = {
  dialect: "anthropic",
  provider: anthropic.provider,
  client: {
    ...anthropic.client,
    routes: [
      {
        method: "POST",
        path: /^\/model\/(?<model>.+)\/(?<verb>invoke(?:-with-response-stream)?)$/,
        action: "generate",
      },
    ],
    credentials: bedrock.client.credentials,
    adapt,
    wantsStream: (_, match) => isStreamed(match),
    streamContentType: bedrock.client.streamContentType,
    framing: () => new ChunkFraming(),
    requestIdHeader: bedrock.client.requestIdHeader,
    adaptError,
  },
};

// The address has the model and whether to stream; there are no headers for versions and betas.
function adapt({ body, headers }: ClientRequest, match: RouteMatch): ClientRequest {
  const { anthropic_version: _version, anthropic_beta: betas, ...rest } = body;
  const named = betaNames(betas);
  return {
    body: { ...rest, model: match.params.model ?? "", ...(isStreamed(match) ? { stream: true } : {}) },
    headers: named.length === 0 ? headers : withBetas(headers, named),
  };
}

// AWS's SDKs read `message`; Anthropic's also finds what its own API has.
function adaptError(error: ClientError): ReturnType<NonNullable<ClientBinding["adaptError"]>> {
  const { status, value } = encodeFailure("bedrock", decodeFailure("anthropic", error));
  const { message = "", __type: type } = value;
  return { status, value: { message, ...error.value }, headers: { "x-amzn-errortype": String(type) } };
}

function isStreamed({ params }: RouteMatch): boolean {
  return params.verb === "invoke-with-response-stream";
}

function betaNames(betas: Json | undefined): string[] {
  return Array.isArray(betas)
    ? betas.filter((name): name is string => typeof name === "string" && /^[\w.-]+$/.test(name))
    : [];
}

function withBetas(headers: HeaderMap, names: readonly string[]): HeaderMap {
  const { "anthropic-beta": others } = headers;
  return { ...headers, "anthropic-beta": [...(others === undefined ? [] : [others]), ...names].join(",") };
}

/** Each event of the model's stream is the bytes of a `chunk`; an error is an exception, which SDKs throw. */
class ChunkFraming implements StreamFraming {
  private chunks: Uint8Array[] = [];
  private readonly events = new EventDataReader((data) => this.chunks.push(messageOf(data)));

  push(text: string): Uint8Array {
    this.events.push(text);
    return this.taken();
  }

  end(): Uint8Array {
    this.events.end();
    return this.taken();
  }

  private taken(): Uint8Array {
    const { chunks } = this;
    this.chunks = [];
    return concat(chunks);
  }
}

function messageOf(data: string): Uint8Array {
  const event = jsonIn(data) ?? null;
  const error = isObject(event) && event.type === "error" ? event.error : undefined;
  if (error === undefined || !isObject(error)) return chunkOf(data);
  const name = STREAM_EXCEPTIONS[String(error.type)] ?? "internalServerException";
  return encodeEventStreamMessage({ type: "exception", name, data: JSON.stringify({ message: messageIn(error) }) });
}

function messageIn({ message }: JsonObject): string {
  return typeof message === "string" ? message : "the stream broke off";
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ResponseStream.html */
const STREAM_EXCEPTIONS: Readonly<Record<string, string>> = {
  invalid_request_error: "validationException",
  rate_limit_error: "throttlingException",
  overloaded_error: "serviceUnavailableException",
  timeout_error: "modelTimeoutException",
};

function chunkOf(data: string): Uint8Array {
  const characters = Array.from(new TextEncoder().encode(data), (byte) => String.fromCharCode(byte));
  const chunk = JSON.stringify({ bytes: btoa(characters.join("")) });
  return encodeEventStreamMessage({ type: "event", name: "chunk", data: chunk });
}
