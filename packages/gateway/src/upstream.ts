import type { Destination } from "./route.ts";
import { surfaceOf } from "./surfaces/index.ts";
import type { HeaderMap, UpstreamRequest } from "./transport.ts";

/** What goes to a destination beside its address and its headers. */
export interface Outbound {
  readonly path: string;
  readonly body: string;
  readonly streams: boolean;
  /** The client's own headers, where it speaks what the provider speaks. */
  readonly client?: HeaderMap;
}

/**
 * The request to a provider. Its headers are made here, from what the config says; of the client's there are those that
 * its dialect hands on, and no others.
 */
export function upstreamRequest(destination: Destination, { path, body, streams, client }: Outbound): UpstreamRequest {
  const { provider, headers, timeouts } = destination;
  return {
    method: "POST",
    url: provider.baseUrl + path,
    headers: {
      ...baseHeaders(destination, client),
      "content-type": "application/json",
      accept: streams ? "text/event-stream, application/x-ndjson" : "application/json",
      ...headers,
    },
    body,
    connectTimeout: timeouts.connect,
  };
}

/** A request that only asks. */
export function upstreamQuestion(
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

function baseHeaders(
  { provider }: Pick<Destination, "provider">,
  client: HeaderMap | undefined,
): Record<string, string> {
  const surface = surfaceOf(provider.dialect).provider;
  const forwarded = surface.forwarded.flatMap((name) => {
    const value = client?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    // What is compressed would have to be taken apart again, and may be a bomb.
    "accept-encoding": "identity",
    "user-agent": "toolglot",
    ...surface.headers,
    ...Object.fromEntries(forwarded),
    ...(provider.apiKey === undefined || provider.apiKey === "" ? {} : surface.authorization(provider.apiKey)),
  };
}
