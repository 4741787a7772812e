import type { ServerSettings } from "../config/config.ts";
import { isLoopback } from "../config/loopback.ts";
import { GatewayError } from "../errors.ts";
import type { HeaderMap, Incoming } from "../transport.ts";

/** Throws if the head of a request is ambiguous, or if a web page sent it that may not. */
export function checkRequestHead(
  { headers, method, url, repeatedHeaders = [] }: Incoming,
  server: Pick<ServerSettings, "host" | "hosts" | "origins">,
): void {
  checkRepeated(repeatedHeaders);
  checkAuthority(headers, url);
  checkHost(headers, server);
  checkOrigin(headers, server);
  if (method === "POST") checkContentType(headers);
}

/**
 * Throws if the head of a request to the inspector is ambiguous, or if a web page sent it that is not the inspector's own. Recorded
 * traffic is worth more to an attacker than a model's answer, so that this is stricter than the check of other requests.
 */
export function checkInspectorHead(
  { headers, url, repeatedHeaders = [] }: Incoming,
  server: Pick<ServerSettings, "host" | "hosts" | "origins">,
  hasKeys: boolean,
): void {
  checkRepeated(repeatedHeaders);
  checkAuthority(headers, url);
  checkHost(headers, server);
  // A gateway without keys on a public address: only a name, not an address, can be rebound.
  if (!hasKeys && !isKnownHost(headers, server)) throw hostNotAllowed(headers.host ?? "");
  checkOwnOrigin(headers);
}

function isKnownHost({ host = "" }: HeaderMap, { hosts }: Pick<ServerSettings, "hosts">): boolean {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const isAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name);
  return isLoopback(name) || isAddress || hosts.some((each) => each.toLowerCase() === name);
}

// A page of another port of this machine is of the same site, but of another origin. `none` is an address that somebody has typed.
function checkOwnOrigin(headers: HeaderMap): void {
  const { origin, host = "", "sec-fetch-site": site = "none" } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host)) throw originNotAllowed(origin);
  if (site !== "same-origin" && site !== "none" && headers["sec-fetch-mode"] !== "navigate")
    throw new GatewayError("permission", "cross_site", "other sites may not use the inspector");
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

// Two proxies in between may each use another one of the values.
function checkRepeated(repeated: readonly string[]): void {
  const [name] = repeated;
  if (name === undefined) return;
  const message = `the header ${name} was sent more than once`;
  throw new GatewayError("invalid-request", "repeated_header", message);
}

// An absolute URL takes precedence over the Host header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
function checkAuthority({ host }: HeaderMap, url: string): void {
  if (url.startsWith("/")) return;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined || (host !== undefined && isSameHost(authority, host))) return;
  const message = "the URL and the Host header of the request name different hosts";
  throw new GatewayError("invalid-request", "conflicting_host", message);
}

function isSameHost(one: string, other: string): boolean {
  const withoutPort = (host: string) => host.toLowerCase().replace(/:\d*$/, "");
  return withoutPort(one) === withoutPort(other);
}

// Protects against DNS rebinding: a page can let its own name resolve to this machine, but the Host header shows it.
function checkHost({ host }: HeaderMap, server: Pick<ServerSettings, "host" | "hosts">): void {
  // Browsers always send it; HTTP/1.0 clients may not.
  if (host === undefined || lastServed.get(server) === host) return;
  checkServed(host.replace(/:\d+$/, "").toLowerCase(), server);
  lastServed.set(server, host);
}

/** The last host that was served: that of most requests. */
const lastServed = new WeakMap<object, string>();

function checkServed(name: string, { hosts, host: listenHost }: Pick<ServerSettings, "host" | "hosts">): void {
  if (isLoopback(name) || hosts.some((host) => host.toLowerCase() === name)) return;
  // A gateway on a public address needs keys, and may have names that it does not know.
  if (!isLoopback(listenHost) && hosts.length === 0) return;
  throw hostNotAllowed(name);
}

function hostNotAllowed(name: string): GatewayError {
  const message = `the host ${JSON.stringify(name)} is not served here; add it to server.hosts`;
  return new GatewayError("permission", "host_not_allowed", message);
}

function checkOrigin(headers: HeaderMap, { origins }: Pick<ServerSettings, "origins">): void {
  const { origin } = headers;
  if (origin !== undefined) {
    if (origins.includes(origin)) return;
    throw originNotAllowed(origin);
  }
  if (headers["sec-fetch-site"] === "cross-site")
    throw new GatewayError("permission", "cross_site", "other sites may not call this gateway");
}

function originNotAllowed(origin: string): GatewayError {
  const message = `web pages of ${JSON.stringify(origin)} may not call this gateway; add it to server.origins`;
  return new GatewayError("permission", "origin_not_allowed", message);
}

// A page can send other types without a preflight. Clients that are no browsers may send any type or none: `curl -d` sends
// a form's type, and the servers of Ollama and llama.cpp accept it.
function checkContentType(headers: HeaderMap): void {
  const type = headers["content-type"] ?? "";
  if (!isBrowser(headers)) return;
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return;
  throw new GatewayError(
    "invalid-request",
    "unsupported_media_type",
    `the body must be JSON: send "content-type: application/json" instead of ${JSON.stringify(type)}`,
    { status: 415 },
  );
}

// Browsers send an Origin with every POST: https://fetch.spec.whatwg.org/#origin-header. Node's `fetch` sends
// `sec-fetch-mode`, but none of these.
function isBrowser(headers: HeaderMap): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}
