import type { DialectId, Failure, JsonObject, Usage } from "@toolglot/core";
import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import type { RouteMatch } from "../bindings/binding.ts";
import { clientClosedError, decodeFailure, GatewayError } from "../errors.ts";
import type { AttemptRecord, LogFields } from "../observe/log.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap } from "../transport.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { sleep } from "./deadline.ts";
import { type Destination, destinationsFor, unknownModel } from "./destinations.ts";
import { ExchangeKeys } from "./exchange-keys.ts";
import { fetchText, type TextResponse } from "./fetch-text.ts";
import { ACCEPTED, failureVerdict } from "./key-verdict.ts";
import { costHeader, targetHeaders } from "./reply-headers.ts";
import { responseCost } from "./response-cost.ts";
import { limitRetries, mayFallBack, retryAfterIn } from "./retry.ts";
import type { ExchangeServices } from "./services.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** As large as responses with text may be. */
const MAX_RESPONSE = 64 * 1024 * 1024;

/** A client's request for embeddings. */
export interface EmbedRequest {
  readonly match: RouteMatch;
  readonly headers: HeaderMap;
  readonly body: JsonObject;
  onClientClosed(listener: () => void): void;
}

export interface Embeddings {
  readonly value: JsonObject;
  readonly headers: Record<string, string>;
  readonly logFields: LogFields;
}

/** Passes a request for embeddings on to the first destination of its model that has them and responds, each with retries. */
export async function embed(services: ExchangeServices, request: EmbedRequest): Promise<Embeddings> {
  const { model } = request.body;
  if (typeof model !== "string" || model === "")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const destinations = destinationsFor(services.config, model);
  const exchange: EmbedExchange = { services, request, attempts: [] };
  let last: GatewayError = unknownModel(services.config, model);
  for (const destination of destinations) {
    const result = await tryDestination(destination, exchange);
    if (!(result instanceof GatewayError)) return embeddings(result, destination, exchange);
    last = result;
    if (!isUnsupported(last) && !mayFallBack(last.failure)) break;
  }
  throw last;
}

/** One request for embeddings, and the attempts to have it answered so far. */
interface EmbedExchange {
  readonly services: ExchangeServices;
  readonly request: EmbedRequest;
  readonly attempts: AttemptRecord[];
}

async function tryDestination(destination: Destination, exchange: EmbedExchange): Promise<TextResponse | GatewayError> {
  const { services, request, attempts } = exchange;
  const { provider, retries, model } = destination;
  const path = providerBinding(provider).embeddingsPath?.(model);
  if (path === undefined) return unsupported(destination);
  const budget = services.retryBudget(provider.name);
  budget.earn(services.now());
  const takeRetry = limitRetries(retries, () => budget.spend());
  const keys = keysOf(services, provider);
  for (;;) {
    const started = services.now();
    const keyed = keys.next(destination);
    if (keyed === undefined) return errorOf(keys.unusable(destination));
    const result = await attempt(keyed, path, exchange);
    keys.report(result instanceof GatewayError ? failureVerdict(failureOf(result)) : ACCEPTED);
    const durationMs = Math.max(0, services.now() - started);
    const key = keys.name === undefined ? {} : { key: keys.name };
    const { status, ...failed } = outcomeOf(result);
    attempts.push({ provider: provider.name, model, status, durationMs, ...failed, ...key });
    if (!(result instanceof GatewayError)) return result;
    if (keys.switches(result.failure, takeRetry)) continue;
    const delay = takeRetry(keys.withWait(result.failure));
    if (delay === undefined) return result;
    const isOver = await sleep(services.clock, delay, (stop) => request.onClientClosed(stop));
    if (!isOver) throw clientClosedError();
    keys.forgive();
  }
}

function outcomeOf(result: TextResponse | GatewayError): Pick<AttemptRecord, "status" | "errorType"> {
  if (!(result instanceof GatewayError)) return { status: result.status };
  const { status, kind, code = kind } = result.failure;
  return { status, errorType: code };
}

// No request for embeddings belongs to a conversation: there is no prompt cache to be kept warm.
function keysOf({ keyPools, clock, makeId }: ExchangeServices, provider: Destination["provider"]): ExchangeKeys {
  const id = makeId();
  return new ExchangeKeys({ pool: keyPools.poolOf(provider), clock, conversation: () => id });
}

function failureOf({ failure }: GatewayError): Failure & { readonly code: string } {
  return { ...failure, code: failure.code ?? failure.kind };
}

function errorOf({ kind, code = kind, message, ...more }: Failure): GatewayError {
  return new GatewayError(kind, code, message, more);
}

async function attempt(
  destination: Destination,
  path: string,
  { services, request }: EmbedExchange,
): Promise<TextResponse | GatewayError> {
  const { body, headers, match, onClientClosed } = request;
  const { provider, model, timeouts } = destination;
  const client = provider.dialect === match.binding.dialect ? { client: headers } : {};
  const outbound = { path, body: stringifyJson({ ...body, model }), stream: false, ...client };
  try {
    const response = await fetchText(services.senderFor(provider), upstreamRequest(destination, outbound), {
      timeout: timeouts.firstByte,
      onClientClosed,
      clock: services.clock,
      maxBytes: MAX_RESPONSE,
    });
    return response.status < 300 ? response : providerError(provider.dialect, response, services.now());
  } catch (error) {
    if (error instanceof GatewayError && error.failure.code !== "client_closed") return error;
    throw error;
  }
}

function embeddings(
  { text, headers }: TextResponse,
  destination: Destination,
  { request: { body }, attempts }: EmbedExchange,
): Embeddings {
  const value = jsonIn(text);
  if (!isObject(value) || !Array.isArray(value.data))
    throw new GatewayError("server", "upstream_invalid", "the provider's response has no list of embeddings in `data`");
  const model = String(body.model);
  const reported = usageIn(value);
  const used = { usage: reported ?? { input: estimateTokens(body) } };
  const cost = responseCost(destination, used);
  const usage = { usage: used.usage, ...(cost === undefined ? {} : { cost }) };
  const { name: provider } = destination.provider;
  return {
    value: { ...value, model },
    headers: {
      ...targetHeaders(destination, [], headers, providerBinding(destination.provider)),
      "x-toolglot-attempts": String(attempts.length),
      ...costHeader(destination, { usage: reported }),
    },
    logFields: {
      model,
      provider,
      providerModel: destination.model,
      attempts,
      ...(reported === undefined ? { estimated: usage } : usage),
    },
  };
}

// https://platform.openai.com/docs/api-reference/embeddings/object
function usageIn({ usage = null }: JsonObject): Usage | undefined {
  const input = isObject(usage) ? usage.prompt_tokens : undefined;
  return typeof input === "number" ? { input } : undefined;
}

function providerError(dialect: DialectId, { status, headers, text }: TextResponse, now: number): GatewayError {
  const value = jsonIn(text) ?? text;
  const { kind, code = String(status), message, param } = decodeFailure(dialect, { status, value });
  const retryAfter = retryAfterIn(headers, now);
  return new GatewayError(kind, code, message, {
    status,
    ...(param === undefined ? {} : { param }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function unsupported({ provider: { name, dialect } }: Destination): GatewayError {
  const message = `the provider ${name} has no embeddings API (its dialect is ${dialect}): request a model of a provider that has one, as PROVIDER/MODEL or by a route`;
  return new GatewayError("invalid-request", UNSUPPORTED, message, { param: "model" });
}

const UNSUPPORTED = "embeddings_not_supported";

function isUnsupported({ failure }: GatewayError): boolean {
  return failure.code === UNSUPPORTED;
}
