import { bindings } from "../bindings/index.ts";
import { MIN_CREDENTIAL_LENGTH, secretsInHeader } from "../observe/redact.ts";
import type { HeaderMap } from "../transport.ts";

/** The headers in which clients of some dialect send their key. */
const KEY_HEADERS: readonly string[] = [
  // The inspector's page sends it in a header of its own.
  ...new Set(["x-toolglot-key", ...bindings.flatMap(({ client }) => client.credentials.headers)]),
];

/** The query parameters in which clients of some dialect send their key. */
const KEY_PARAMETERS: readonly string[] = [...new Set(bindings.flatMap(({ client }) => client.credentials.query))];

/** The headers in which clients send secrets. */
export const CREDENTIAL_HEADERS: readonly string[] = [
  ...["authorization", ...KEY_HEADERS, "cookie", "proxy-authorization"],
  ...bindings.flatMap(({ client }) => client.credentials.otherSecrets ?? []),
];

/** Headers that must not be repeated: two readers of a request could each believe another one of them. */
export const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "authorization",
  ...KEY_HEADERS,
  "content-length",
  "transfer-encoding",
  "origin",
  "sec-fetch-site",
]);

/** The key of a request, from any header or parameter that clients use for it. */
export function apiKeyIn(headers: HeaderMap, url: string): string | undefined {
  for (const name of KEY_HEADERS) if (headers[name] !== undefined) return headers[name].trim();
  const { authorization } = headers;
  const bearer = authorization === undefined ? undefined : /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  return (bearer ?? keysInQuery(url)[0])?.trim();
}

/** All that a client has sent as a secret. */
export function credentialsIn(headers: HeaderMap, url: string): string[] {
  const sent = keysInQuery(url);
  for (const name of CREDENTIAL_HEADERS) {
    const value = headers[name];
    if (value !== undefined) sent.push(...secretsInHeader(value));
  }
  return sent.length === 0 ? sent : [...new Set(sent)].filter(({ length }) => length >= MIN_CREDENTIAL_LENGTH);
}

/** Whether the query of a URL may have a key, perhaps with an escaped name: faster than to read it. */
export function mayHaveKey(url: string): boolean {
  const mark = url.indexOf("?");
  return mark >= 0 && (url.includes("%", mark) || KEY_PARAMETERS.some((name) => url.includes(`${name}=`, mark)));
}

function keysInQuery(url: string): string[] {
  const mark = url.indexOf("?");
  if (mark < 0) return [];
  const query = new URLSearchParams(url.slice(mark + 1));
  return KEY_PARAMETERS.flatMap((name) => query.getAll(name));
}
