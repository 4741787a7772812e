import type { Caller } from "../caller.ts";
import type { ClientKey, ServerSettings } from "../config/config.ts";
import { sha256 } from "../config/sha256.ts";
import { GatewayError } from "../errors.ts";
import type { Incoming } from "../transport.ts";
import { apiKeyIn } from "./credentials.ts";
import { checkRequestHead } from "./request-checks.ts";

/** Paths that need no key: they reveal nothing. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Checks the head of a request and its key, or throws; asynchronous if there are keys. */
export function authorize(
  incoming: Incoming,
  { keys, server }: { readonly keys: readonly ClientKey[]; readonly server: ServerSettings },
): Caller | Promise<Caller> {
  checkRequestHead(incoming, server);
  const path = incoming.url.split("?", 1)[0] ?? incoming.url;
  if (keys.length === 0 || PUBLIC_PATHS.has(path)) return ANONYMOUS;
  return callerWith(apiKeyIn(incoming.headers, incoming.url), keys);
}

const ANONYMOUS: Caller = { tenant: "", concurrency: 0 };

async function callerWith(key: string | undefined, keys: readonly ClientKey[]): Promise<Caller> {
  if (key === undefined)
    throw unauthorized("a key is missing: send it as a Bearer token, or in the header that your client uses");
  const digest = await sha256(key);
  const known = keys.find((each) => each.sha256 === digest);
  if (known === undefined) throw unauthorized("this key is not known");
  return { tenant: known.name, concurrency: known.concurrency };
}

function unauthorized(message: string): GatewayError {
  return new GatewayError("authentication", "invalid_api_key", message);
}
