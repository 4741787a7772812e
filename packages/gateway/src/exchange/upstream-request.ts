import { getOrCreate } from "../get-or-create.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap, UpstreamRequest } from "../transport.ts";
import type { Destination } from "./destinations.ts";

/** A request to a destination, without the base address and the headers of its provider. */
export interface OutboundRequest {
  readonly path: string;
  readonly body: string;
  readonly stream: boolean;
  /** The client's headers, if it speaks the provider's dialect. */
  readonly client?: HeaderMap | undefined;
  /** Headers to set, or to leave out if they are `undefined`. */
  readonly changedHeaders?: HeaderMap;
}

/**
 * The request to a provider. Its headers come from the config and the binding; of the client's headers, only those are sent
 * on that the binding lists.
 */
export function upstreamRequest(
  destination: Destination,
  { path, body, stream, client, changedHeaders = {} }: OutboundRequest,
): UpstreamRequest {
  const { provider, timeouts } = destination;
  const usual = client === undefined ? cachedHeaders(destination, stream) : bodyHeaders(destination, stream, client);
  const headers = withChanges(usual, changedHeaders);
  return { method: "POST", url: provider.baseUrl + path, headers, body, connectTimeout: timeouts.connect };
}

function withChanges(headers: Readonly<Record<string, string>>, changes: HeaderMap): Readonly<Record<string, string>> {
  if (Object.keys(changes).length === 0) return headers;
  const changed = { ...headers, ...changes };
  return Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A request without a body. */
export function upstreamQuery(
  destination: Pick<Destination, "provider" | "headers" | "timeouts">,
  path: string,
  method: "GET" | "DELETE" = "GET",
): UpstreamRequest {
  const { provider, headers, timeouts } = destination;
  return {
    method,
    url: provider.baseUrl + path,
    headers: { ...baseHeaders(destination, undefined), accept: "application/json", ...headers },
    connectTimeout: timeouts.connect,
  };
}

/** The path of requests to a destination. */
export function upstreamPath(destination: Destination, stream: boolean): string {
  const cache = stream ? streamPaths : unaryPaths;
  return getOrCreate(cache, destination, ({ provider, model }) => providerBinding(provider).path(model, stream));
}

const unaryPaths = new WeakMap<Destination, string>();
const streamPaths = new WeakMap<Destination, string>();

// Without headers of the client, they are the same for all requests.
function cachedHeaders(destination: Destination, stream: boolean): Readonly<Record<string, string>> {
  const cache = stream ? streamHeaders : unaryHeaders;
  return getOrCreate(cache, destination, (each) => bodyHeaders(each, stream, undefined));
}

const unaryHeaders = new WeakMap<Destination, Readonly<Record<string, string>>>();
const streamHeaders = new WeakMap<Destination, Readonly<Record<string, string>>>();

function bodyHeaders(destination: Destination, stream: boolean, client: HeaderMap | undefined): Record<string, string> {
  const { streamAccept } = providerBinding(destination.provider);
  return {
    ...baseHeaders(destination, client),
    "content-type": "application/json",
    accept: stream ? (streamAccept ?? "text/event-stream, application/x-ndjson") : "application/json",
    ...destination.headers,
  };
}

function baseHeaders(
  { provider }: Pick<Destination, "provider">,
  client: HeaderMap | undefined,
): Record<string, string> {
  const binding = providerBinding(provider);
  const { apiKey = provider.apiKeys?.[0]?.key ?? "" } = provider;
  const forwarded = binding.forwardedHeaders.flatMap((name) => {
    const value = client?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    // A compressed response would cost time to decompress, and could be a bomb.
    "accept-encoding": "identity",
    "user-agent": "toolglot",
    ...binding.headers,
    ...Object.fromEntries(forwarded),
    ...(apiKey === "" ? {} : binding.authorization(apiKey)),
  };
}
