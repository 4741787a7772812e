import { bindings } from "../bindings/index.ts";
import type { Caller } from "../caller.ts";
import type { ClientKey } from "../config/config.ts";
import { needsKey } from "../config/needs-key.ts";
import { sha256 } from "../config/sha256.ts";
import { GatewayError } from "../errors.ts";
import type { HeaderMap, Incoming } from "../transport.ts";
import { apiKeyIn } from "./credentials.ts";
import { checkInspectorHead, checkRequestHead } from "./request-checks.ts";
import { findRoute, type RouteResult } from "./routes.ts";
import type { HttpServices } from "./services.ts";

/** Paths that need no key: they reveal nothing. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Checks the head of a request and its key, or throws; asynchronous if there are keys. */
export function authorize(incoming: Incoming, route: RouteResult, services: AuthServices): Caller | Promise<Caller> {
  const { config, inspector } = services;
  const { server } = config;
  const isLocked = needsKey(config);
  const isPage = isInspectorPage(route, inspector);
  if (isPage || route.type === "inspector") checkInspectorHead(incoming, server, isLocked);
  else checkRequestHead(incoming, server);
  if (!isLocked) return ANONYMOUS;
  const path = incoming.url.split("?", 1)[0] ?? incoming.url;
  const key = apiKeyIn(incoming.headers, incoming.url);
  if (PUBLIC_PATHS.has(path) || (isPage && key === undefined)) return UNKNOWN;
  if (key === undefined) throw missingKey(incoming.headers);
  return callerWith(key, services);
}

/** Whether a request with this head would be taken now. */
export async function isAuthorized(incoming: Incoming, services: AuthServices): Promise<boolean> {
  try {
    await authorize(incoming, findRoute(incoming.method, incoming.url, incoming.headers), services);
    return true;
  } catch {
    return false;
  }
}

type AuthServices = Pick<HttpServices, "config" | "inspector" | "now" | "sharedKeys">;

/** Where there are no keys, everybody is the owner. */
const ANONYMOUS: Caller = { tenant: "", concurrency: 0, isAdmin: true };
const UNKNOWN: Caller = { tenant: "", concurrency: 0, isUnknown: true };

/** The files of the inspector's page show nothing without a key. */
function isInspectorPage(route: RouteResult, inspector: HttpServices["inspector"]): boolean {
  const isPage =
    route.type === "admin" ? route.action === "home" : route.type === "inspector" && route.path.startsWith("/assets/");
  return isPage && inspector?.hasPage === true;
}

async function callerWith(key: string, services: AuthServices): Promise<Caller> {
  const known = keyWith(await sha256(key), services);
  if (known === undefined) throw unauthorized("this key is not known");
  const { name: tenant, concurrency, admin, models, limits, expires } = known;
  if (expires !== undefined && services.now() >= expires)
    throw unauthorized(`this key has expired on ${new Date(expires).toISOString().slice(0, 10)}`);
  return {
    tenant,
    concurrency,
    isAdmin: admin === true,
    ...(models === undefined ? {} : { models }),
    ...(limits === undefined ? {} : { limits }),
  };
}

function keyWith(digest: string, { config: { keys }, sharedKeys }: AuthServices): ClientKey | undefined {
  const configured = keys.find((each) => each.sha256 === digest);
  if (configured !== undefined) return configured;
  const shared = sharedKeys?.find(digest);
  // Two keys of one name would share what is stored and counted for them.
  if (keys.some(({ name }) => name === shared?.name))
    throw unauthorized("another key in the gateway's config has the name of this one; one of them needs a new name");
  return shared;
}

function missingKey(headers: HeaderMap): GatewayError {
  const [hint] = bindings.flatMap(({ client }) => client.credentials.unsupported?.(headers) ?? []);
  return unauthorized(hint ?? "a key is missing: send it as a Bearer token, or in the header that your client uses");
}

function unauthorized(message: string): GatewayError {
  return new GatewayError("authentication", "invalid_api_key", message);
}
