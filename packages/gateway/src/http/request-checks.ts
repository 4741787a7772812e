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

// Two proxies in between may each use another one of the values.
function checkRepeated(repeated: readonly string[]): void {
  const [name] = repeated;
  if (name === undefined) return;
  const message = `the header ${name} was sent more than once`;
  throw new GatewayError("invalid-request", "repeated_header", message);
}

// An absolute URL takes precedence over the Host header: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
function checkAuthority({ host }: HeaderMap, url: string): void {
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
function checkHost(headers: HeaderMap, { hosts, host: listenHost }: Pick<ServerSettings, "host" | "hosts">): void {
  // Browsers always send it; HTTP/1.0 clients may not.
  if (headers.host === undefined) return;
  const name = headers.host.replace(/:\d+$/, "").toLowerCase();
  if (isLoopback(name) || hosts.some((host) => host.toLowerCase() === name)) return;
  // A gateway on a public address needs keys, and may have names that it does not know.
  if (!isLoopback(listenHost) && hosts.length === 0) return;
  throw new GatewayError(
    "permission",
    "host_not_allowed",
    `the host ${JSON.stringify(name)} is not served here; add it to server.hosts`,
  );
}

function checkOrigin(headers: HeaderMap, { origins }: Pick<ServerSettings, "origins">): void {
  const { origin } = headers;
  if (origin !== undefined) {
    if (origins.includes(origin)) return;
    throw new GatewayError(
      "permission",
      "origin_not_allowed",
      `web pages of ${JSON.stringify(origin)} may not call this gateway; add it to server.origins`,
    );
  }
  if (headers["sec-fetch-site"] === "cross-site")
    throw new GatewayError("permission", "cross_site", "other sites may not call this gateway");
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
