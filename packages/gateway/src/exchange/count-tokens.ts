import { type Bridge, createBridge, type JsonObject, jsonIn, stringifyJson } from "@toolglot/core";
import type { RouteMatch } from "../bindings/binding.ts";
import { requestedModel } from "../bindings/requested-model.ts";
import type { Caller } from "../caller.ts";
import { decodeFailure, GatewayError } from "../errors.ts";
import type { LogFields } from "../observe/log.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap } from "../transport.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";
import { balanced } from "./balance.ts";
import { bridgeOptionsFor } from "./bridge-options.ts";
import { affinityKey } from "./conversation-id.ts";
import { type Destination, destinationsFor, unknownModel } from "./destinations.ts";
import { ExchangeKeys } from "./exchange-keys.ts";
import { fetchText } from "./fetch-text.ts";
import type { ExchangeHooks } from "./hooks.ts";
import { routedRequest } from "./routed-request.ts";
import type { ExchangeServices } from "./services.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** A client's request to count tokens. */
export interface CountRequest {
  readonly match: RouteMatch;
  readonly headers: HeaderMap;
  readonly body: JsonObject;
  readonly caller: Caller;
  onClientClosed(listener: () => void): void;
}

/** Resolves references to stored responses. */
export interface CountHooks extends Pick<ExchangeHooks, "prepare"> {
  /** The request with the stored turns that its provider would add. */
  withHistory(request: JsonObject): JsonObject;
}

export interface TokenCount {
  readonly value: JsonObject;
  readonly headers: Record<string, string>;
  readonly logFields: LogFields;
}

/** Counts the tokens of a request: by its provider if that has such an endpoint, else by an estimate, marked as one. */
export async function countTokens(
  services: ExchangeServices,
  request: CountRequest,
  loadHooks: (body: JsonObject) => Promise<CountHooks>,
): Promise<TokenCount> {
  const { match, headers, onClientClosed } = request;
  const { client, dialect } = match.binding;
  const model = requestedModel(match, request.body);
  if (client.countTokens === undefined || typeof model !== "string")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const destination = firstDestination(services, model, request);
  const bridge = createBridge(bridgeOptionsFor(services, dialect, destination));
  const body = client.countTokens.request(request.body);
  const hooks = await loadHooks(body);
  const prepared = hooks.prepare(body, destination).body;
  const { value } = await services.scheduler.begin(bridge.requestInSteps(prepared));
  const isSameDialect = dialect === destination.provider.dialect;
  const sent = { request: value, onClientClosed, ...(isSameDialect ? { client: headers } : {}) };
  const tokens = await countAtProvider(services, destination, bridge, sent);
  return {
    value: client.countTokens.answer(tokens ?? estimateTokens(hooks.withHistory(value))),
    headers: { "x-toolglot-token-count": tokens === undefined ? "estimate" : "provider" },
    logFields: { model, provider: destination.provider.name, providerModel: destination.model },
  };
}

// That which the conversation itself is sent to.
function firstDestination(services: ExchangeServices, model: string, request: CountRequest): Destination {
  const { config, keyPools, clock } = services;
  const { dialect } = request.match.binding;
  const conversation = affinityKey({ ...request, id: "" });
  const [destination] = balanced(destinationsFor(config, model, routedRequest(dialect, request.body)), conversation);
  if (destination === undefined) throw unknownModel(config, model);
  const keys = new ExchangeKeys({ pool: keyPools.poolOf(destination.provider), clock, conversation });
  return keys.next(destination) ?? destination;
}

interface SentRequest {
  readonly request: JsonObject;
  readonly client?: HeaderMap;
  readonly onClientClosed: CountRequest["onClientClosed"];
}

/** The provider's count; `undefined` if it has no endpoint for it. */
async function countAtProvider(
  services: ExchangeServices,
  destination: Destination,
  bridge: Bridge,
  { request, client, onClientClosed }: SentRequest,
): Promise<number | undefined> {
  const { provider, model, timeouts } = destination;
  const { countTokens: endpoint, errorBody } = providerBinding(provider);
  if (endpoint === undefined) return undefined;
  const body = stringifyJson(endpoint.body(request, model));
  const outbound = { path: endpoint.path(model), body, stream: false, ...(client === undefined ? {} : { client }) };
  const { status, headers, text } = await fetchText(
    services.senderFor(provider),
    upstreamRequest(destination, outbound),
    {
      timeout: timeouts.firstByte,
      onClientClosed,
    },
  );
  // Servers that imitate a vendor's API often lack this endpoint.
  if (status === 404 || status === 405 || status === 501) return undefined;
  const response = jsonIn(text);
  if (status < 300) return response === undefined ? undefined : endpoint.read(response);
  const error = errorBody?.(response ?? text, headers) ?? response ?? text;
  const { kind, code = String(status), message } = decodeFailure(provider.dialect, { status, value: error });
  throw new GatewayError(kind, code, message, { status: bridge.error(status, error).status });
}
