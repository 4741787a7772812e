import { bindingFor } from "../bindings/index.ts";
import type { HeaderMap, UpstreamRequest } from "../transport.ts";
import type { Destination } from "./destinations.ts";

/** What goes to a destination beside its address and its headers. */
export interface OutboundRequest {
  readonly path: string;
  readonly body: string;
  readonly stream: boolean;
  /** The client's own headers, where it speaks what the provider speaks. */
  readonly client?: HeaderMap;
}

/**
 * The request to a provider. Its headers are made here, from what the config says; of the client's there are those that
 * its dialect hands on, and no others.
 */
export function upstreamRequest(
  destination: Destination,
  { path, body, stream: streams, client }: OutboundRequest,
): UpstreamRequest {
  const { provider, timeouts } = destination;
  const headers = client === undefined ? usualHeaders(destination, streams) : sentHeaders(destination, streams, client);
  return { method: "POST", url: provider.baseUrl + path, headers, body, connectTimeout: timeouts.connect };
}

// Where the client adds nothing, they are the same every time.
function usualHeaders(destination: Destination, streams: boolean): Readonly<Record<string, string>> {
  const known = usual.get(destination) ?? {
    stream: sentHeaders(destination, true, undefined),
    whole: sentHeaders(destination, false, undefined),
  };
  usual.set(destination, known);
  return streams ? known.stream : known.whole;
}

const usual = new WeakMap<Destination, Readonly<Record<"stream" | "whole", Readonly<Record<string, string>>>>>();

function sentHeaders(
  destination: Destination,
  streams: boolean,
  client: HeaderMap | undefined,
): Record<string, string> {
  return {
    ...baseHeaders(destination, client),
    "content-type": "application/json",
    accept: streams ? "text/event-stream, application/x-ndjson" : "application/json",
    ...destination.headers,
  };
}

/** A request that only asks. */
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

function baseHeaders(
  { provider }: Pick<Destination, "provider">,
  client: HeaderMap | undefined,
): Record<string, string> {
  const surface = bindingFor(provider.dialect).provider;
  const forwarded = surface.forwardedHeaders.flatMap((name) => {
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
