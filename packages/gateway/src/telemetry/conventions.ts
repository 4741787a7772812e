import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ObservedRequest } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Attributes } from "./span.ts";
import type { TracedAttempt } from "./traced-attempt.ts";

/** The name of a span and its attributes. */
export interface NamedAttributes {
  readonly name: string;
  readonly attributes: Attributes;
}

/** A client's request: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span */
export function requestAttributes(
  { incoming: { method, url, headers }, dialect, id, redact }: ObservedRequest,
  request: GenerateRequest | undefined,
  { status, errorType, key, lossCount, losses = [], attempts = [] }: RequestRecord,
): NamedAttributes {
  const path = url.split("?", 1)[0] ?? "";
  const route = routeOf(path, request?.match.params.model);
  return {
    name: route === undefined ? method : `${method} ${route}`,
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "url.path": redact.all(path),
      "http.response.status_code": status,
      "user_agent.original": headers["user-agent"] === undefined ? undefined : redact.all(headers["user-agent"]),
      "error.type": status >= 500 ? errorType : undefined,
      "toolglot.request.id": id,
      "toolglot.client.dialect": dialect,
      "toolglot.key": key,
      "toolglot.attempts": attempts.length,
      "toolglot.losses": lossCount ?? losses.length,
    },
  };
}

// Span names must be few, so the model must not be in them.
function routeOf(path: string, model: string | undefined): string | undefined {
  if (model === undefined) return path;
  const found = [model, encodeURIComponent(model)].find((each) => path.includes(each));
  return found === undefined ? undefined : path.replace(found, "{model}");
}

/**
 * The operation at a model, with all of its retries:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/client-inference.md
 */
export function operationAttributes(
  { model: requested, stream, redact }: GenerateRequest,
  { provider, providerModel, usage = {}, cost, errorType }: RequestRecord,
  last: LastAttempt | undefined,
): NamedAttributes {
  const model = redact(providerModel ?? requested);
  const seconds = stream ? last?.secondsToFirstChunk : undefined;
  return {
    name: `${CHAT} ${model}`,
    attributes: {
      "gen_ai.operation.name": CHAT,
      "gen_ai.provider.name": provider ?? "toolglot",
      "gen_ai.request.model": model,
      "gen_ai.request.stream": stream,
      "gen_ai.response.time_to_first_chunk": seconds === undefined ? undefined : { double: seconds },
      "gen_ai.usage.input_tokens": usage.input,
      "gen_ai.usage.cache_read.input_tokens": usage.cacheRead,
      "gen_ai.usage.cache_creation.input_tokens": usage.cacheWrite,
      "gen_ai.usage.output_tokens": usage.output,
      "gen_ai.usage.reasoning.output_tokens": usage.reasoning,
      ...(last === undefined ? {} : serverAttributes(last.destination.provider.baseUrl)),
      "error.type": errorType,
      "toolglot.cost": cost === undefined ? undefined : { double: cost },
    },
  };
}

/** The attempt that has decided how an operation ended. */
export interface LastAttempt extends Pick<TracedAttempt, "destination"> {
  /** The time from the start of the operation to the first chunk: whoever waits, waits for earlier attempts too. */
  readonly secondsToFirstChunk: number | undefined;
}

const CHAT = "chat";

/** One request to a provider: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span */
export function upstreamAttributes(
  { destination, request: { method, url }, resendCount }: TracedAttempt,
  status: number | undefined,
  errorType: string | undefined,
): NamedAttributes {
  return {
    name: method,
    attributes: {
      "http.request.method": method,
      "http.request.resend_count": resendCount === 0 ? undefined : resendCount,
      "http.response.status_code": status,
      ...serverAttributes(url),
      // Without its query, which may have a key.
      "url.full": url.split("?", 1)[0],
      "error.type": errorType,
      "toolglot.provider": destination.provider.name,
      "toolglot.provider.dialect": destination.provider.dialect,
    },
  };
}

function serverAttributes(url: string): Attributes {
  if (!URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  if (hostname === "") return {};
  return { "server.address": hostname, "server.port": Number(port) || DEFAULT_PORTS[protocol] };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
