import type { ClientKey, ServerSettings } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { MIN_CREDENTIAL_LENGTH, secretsInHeader } from "../observe/redact.ts";
import type { HeaderMap, Incoming } from "../transport.ts";

/** Who is asking. */
export interface Caller {
  /** The name of the caller's key; what is stored for one caller is not there for another. */
  readonly tenant: string;
  readonly concurrency: number;
}

/** Addresses that anybody may ask, because they tell nothing. */
const OPEN: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Lets a request in, or throws; where there are keys, that takes a moment. Nothing is looked at before this. */
export function authorize(
  { headers, method, url, repeatedHeaders: repeated = [] }: Incoming,
  { keys, server }: { readonly keys: readonly ClientKey[]; readonly server: ServerSettings },
): Caller | Promise<Caller> {
  checkRepeated(repeated);
  checkAuthority(headers, url);
  checkHost(headers, server);
  checkPage(headers, server);
  if (method === "POST") checkType(headers);
  const path = url.split("?", 1)[0] ?? url;
  if (keys.length === 0 || OPEN.has(path)) return ANYBODY;
  return callerWith(apiKeyIn(headers, url), keys);
}

const ANYBODY: Caller = { tenant: "", concurrency: 0 };

/** Whether an address is one of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** The form in which a key is known. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Two proxies on the way may each believe another one of them (S11).
function checkRepeated(repeated: readonly string[]): void {
  const [name] = repeated;
  if (name === undefined) return;
  const message = `the header ${name} was sent more than once`;
  throw new GatewayError("invalid-request", "repeated_header", message);
}

// A request for a whole URL names its host twice, and the one in the URL counts: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
function checkAuthority({ host }: HeaderMap, url: string): void {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined || (host !== undefined && sameHost(authority, host))) return;
  const message = "the URL and the Host header of the request name different hosts";
  throw new GatewayError("invalid-request", "conflicting_host", message);
}

function sameHost(one: string, other: string): boolean {
  const plain = (host: string) => host.toLowerCase().replace(/:\d*$/, "");
  return plain(one) === plain(other);
}

// A page that has its own name resolve to this machine is found out by that name.
function checkHost(headers: HeaderMap, { hosts, host: own }: ServerSettings): void {
  // Pages always say a name; old clients may say none.
  if (headers.host === undefined) return;
  const name = headers.host.replace(/:\d+$/, "").toLowerCase();
  if (isLoopback(name) || hosts.some((host) => host.toLowerCase() === name)) return;
  // Who listens to the world has keys, and is reached by names that it may not know of.
  if (!isLoopback(own) && hosts.length === 0) return;
  throw new GatewayError(
    "permission",
    "host_not_allowed",
    `the host ${JSON.stringify(name)} is not served here; add it to server.hosts`,
  );
}

function checkPage(headers: HeaderMap, { origins }: ServerSettings): void {
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

// A page can send everything else without asking first. What is no browser may send any type, or none: `curl -d` calls JSON
// a form, and the servers of Ollama and llama.cpp take it.
function checkType(headers: HeaderMap): void {
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

// Browsers say where a POST comes from, and cannot be made not to: https://fetch.spec.whatwg.org/#origin-header. Node's own
// `fetch` sends `sec-fetch-mode`, and nothing else of theirs.
function isBrowser(headers: HeaderMap): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}

/** The key of a request, wherever its dialect's clients put it. */
export function apiKeyIn(headers: HeaderMap, url: string): string[] {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.authorization ?? "")?.[1];
  const mark = url.indexOf("?");
  const inAddress = mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).get("key");
  const key = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers["api-key"] ?? bearer ?? inAddress;
  return key === null || key === undefined ? [] : [key.trim()];
}

/** All that a client has sent as a secret. */
export function credentialsIn(headers: HeaderMap, url: string): string[] {
  const sent = CREDENTIALS.flatMap((name) => secretsInHeader(headers[name] ?? ""));
  const mark = url.indexOf("?");
  const query = mark < 0 ? [] : new URLSearchParams(url.slice(mark + 1)).getAll("key");
  return [...new Set([...sent, ...query])].filter((each) => each.length >= MIN_CREDENTIAL_LENGTH);
}

const CREDENTIALS = ["authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie", "proxy-authorization"];

async function callerWith([key]: readonly string[], keys: readonly ClientKey[]): Promise<Caller> {
  if (key === undefined) throw refused("a key is missing: send it as a Bearer token, or in your client's own header");
  const digest = await sha256(key);
  const known = keys.find((each) => each.sha256 === digest);
  if (known === undefined) throw refused("this key is not known here");
  return { tenant: known.name, concurrency: known.concurrency };
}

function refused(message: string): GatewayError {
  return new GatewayError("authentication", "invalid_api_key", message);
}
