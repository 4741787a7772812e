import type { DialectId } from "@toolglot/core";
import type { Action, HttpBinding, RouteMatch, RouteSpec } from "../bindings/binding.ts";
import { bindings, clientBindings, defaultBinding } from "../bindings/index.ts";
import type { HeaderMap } from "../transport.ts";

/** What a request's method and path mean. `dialect` is the one that an error is sent in. */
export type RouteResult =
  | { readonly type: "dialect"; readonly dialect: DialectId; readonly match: RouteMatch }
  | { readonly type: "admin"; readonly dialect: DialectId; readonly action: AdminAction }
  | {
      readonly type: "inspector";
      readonly dialect: DialectId;
      /** Below `/_inspector`. */
      readonly path: string;
      readonly query: URLSearchParams;
    }
  | {
      readonly type: "not-found";
      readonly dialect: DialectId;
      readonly hint?: string;
      /** The methods that the path has. */
      readonly methods?: readonly string[];
    };

/** What the gateway serves besides the dialects. */
export type AdminAction = "home" | "healthz" | "readyz" | "metrics" | "usage" | "translate" | "sim-expect";

/** Finds the route of a request. Double slashes and a trailing slash are ignored. */
export function findRoute(method: string, url: string, headers: HeaderMap): RouteResult {
  const { path, query } = splitUrl(url);
  const admin = ADMIN_ROUTES.get(path);
  if (admin?.methods.includes(method)) return { type: "admin", dialect: defaultBinding.dialect, action: admin.action };
  if (path.startsWith(INSPECTOR))
    return {
      type: "inspector",
      dialect: defaultBinding.dialect,
      path: path.slice(INSPECTOR.length - 1),
      query: new URLSearchParams(query),
    };
  for (const { binding, spec, params } of dialectRoutesAt(path)) {
    if (spec.method !== method || spec.when?.(headers) === false) continue;
    return { type: "dialect", dialect: binding.dialect, match: matchOf(binding, spec.action, params, query) };
  }
  return unserved(method, path) ?? notFound(path, headers, admin?.methods);
}

/** The routes that a path matches. */
function dialectRoutesAt(path: string): readonly RouteAt[] {
  const known = knownPaths.get(path);
  if (known !== undefined) return known;
  const routes = DIALECT_ROUTES.flatMap(({ binding, spec }) => {
    const found = spec.path.exec(path);
    return found === null ? [] : [{ binding, spec, params: paramsOf(found.groups) }];
  });
  if (knownPaths.size >= MAX_PATHS) knownPaths.clear();
  knownPaths.set(path, routes);
  return routes;
}

/** Bounded, since clients can request any path. */
const knownPaths = new Map<string, readonly RouteAt[]>();
const MAX_PATHS = 200;

interface DialectRoute {
  readonly binding: HttpBinding;
  readonly spec: RouteSpec;
}

/** A route that a path matches. */
interface RouteAt extends DialectRoute {
  readonly params: RouteMatch["params"];
}

/** All routes, for tests. */
export function allRoutes(): { readonly method: string; readonly path: RegExp | string }[] {
  const admin = [...ADMIN_ROUTES].flatMap(([path, { methods }]) => methods.map((method) => ({ method, path })));
  return [...admin, ...DIALECT_ROUTES.map(({ spec }) => ({ method: spec.method, path: spec.path }))];
}

const INSPECTOR = "/_inspector/";

const ADMIN_ROUTES: ReadonlyMap<string, { readonly action: AdminAction; readonly methods: readonly string[] }> =
  new Map([
    ["/", { action: "home", methods: ["GET", "HEAD"] }],
    // Claude Code requests it to see whether the server can be reached.
    ["/api/hello", { action: "home", methods: ["HEAD"] }],
    ["/healthz", { action: "healthz", methods: ["GET", "HEAD"] }],
    ["/readyz", { action: "readyz", methods: ["GET", "HEAD"] }],
    ["/metrics", { action: "metrics", methods: ["GET", "HEAD"] }],
    ["/v1/usage", { action: "usage", methods: ["GET", "HEAD"] }],
    ["/v1/translate", { action: "translate", methods: ["POST"] }],
    ["/_sim/expect", { action: "sim-expect", methods: ["POST"] }],
  ]);

const DIALECT_ROUTES: readonly DialectRoute[] = clientBindings.flatMap((binding) =>
  binding.client.routes.map((spec) => ({ binding, spec })),
);

function splitUrl(url: string): { path: string; query: string } {
  // Requests through a proxy have an absolute URL.
  const origin = url.startsWith("/") ? 0 : (/^https?:\/\/[^/?]*/i.exec(url)?.[0].length ?? 0);
  const mark = url.indexOf("?", origin);
  const raw = mark < 0 ? url.slice(origin) : url.slice(origin, mark);
  const path = raw.includes("//") ? raw.replace(/\/{2,}/g, "/") : raw;
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return { path: trimmed === "" ? "/" : trimmed, query: mark < 0 ? "" : url.slice(mark + 1) };
}

function matchOf(binding: HttpBinding, action: Action, params: RouteMatch["params"], query: string): RouteMatch {
  return { binding, action, params, query: query === "" ? NO_QUERY : new URLSearchParams(query) };
}

/** Of most requests, and only read. */
const NO_PARAMS: RouteMatch["params"] = {};
const NO_QUERY = new URLSearchParams();

function paramsOf(groups: Record<string, string> | undefined): RouteMatch["params"] {
  if (groups === undefined) return NO_PARAMS;
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that is not part of an encoding stands for itself.
    return text;
  }
}

// Its path may be that of another route, with another method.
function unserved(method: string, path: string): RouteResult | undefined {
  for (const { dialect, client } of clientBindings) {
    const found = client.unserved?.find((each) => each.method === method && each.path.test(path));
    if (found !== undefined) return { type: "not-found", dialect, hint: found.hint };
  }
  return undefined;
}

function notFound(path: string, headers: HeaderMap, adminMethods: readonly string[] = []): RouteResult {
  const methods = [...adminMethods, ...dialectRoutesAt(path).map(({ spec }) => spec.method)];
  if (methods.length > 0)
    return { type: "not-found", dialect: dialectOf(path, headers), methods: [...new Set(methods)] };
  const similar = similarPath(path);
  if (similar === undefined) return { type: "not-found", dialect: dialectOf(path, headers) };
  const hint = `${similar} exists: check the client's base URL`;
  return { type: "not-found", dialect: dialectOf(similar, headers), hint };
}

function dialectOf(path: string, headers: HeaderMap): DialectId {
  const route = DIALECT_ROUTES.find(({ spec }) => spec.path.test(path) && spec.when?.(headers) !== false);
  const similar = bindings.find(({ client }) => client.pathPattern?.test(path));
  return (route?.binding ?? similar ?? defaultBinding).dialect;
}

// A base URL often contains a version that the client adds itself, or lacks one that the client does not add.
function similarPath(path: string): string | undefined {
  const stripped = VERSION_PREFIXES.filter((prefix) => path.startsWith(`${prefix}/`)).map((prefix) =>
    path.slice(prefix.length),
  );
  const candidates = [...stripped, ...VERSION_PREFIXES.map((prefix) => prefix + path)];
  return candidates.find((candidate) => DIALECT_ROUTES.some(({ spec }) => spec.path.test(candidate)));
}

const VERSION_PREFIXES: readonly string[] = [...new Set(bindings.flatMap(({ client }) => client.versionPrefix ?? []))];
