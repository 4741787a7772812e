import type { Action, HttpBinding, RouteMatch, RouteSpec } from "../bindings/binding.ts";
import { bindings } from "../bindings/index.ts";
import type { HeaderMap } from "../transport.ts";

/** What an address means. */
export type RouteResult =
  | { readonly type: "dialect"; readonly match: RouteMatch }
  | { readonly type: "own"; readonly action: AdminAction }
  /** No such address, or not with that method; `dialect` is what its client probably speaks. */
  | { readonly type: "none"; readonly dialect: string; readonly hint?: string; readonly methods?: readonly string[] };

/** What the gateway has beside the dialects. */
export type AdminAction = "home" | "healthz" | "readyz" | "metrics" | "translate" | "sim-expect";

/** Finds out what a request is for. Double slashes and one at the end are forgiven. */
export function findRoute(method: string, url: string, headers: HeaderMap): RouteResult {
  const { path, query } = partsOf(url);
  const own = OWN.get(path);
  if (own?.methods.includes(method)) return { type: "own", action: own.action };
  for (const { surface, spec } of DIALECT_ROUTES) {
    if (spec.method !== method || spec.when?.(headers) === false) continue;
    const params = spec.path.exec(path)?.groups ?? (spec.path.test(path) ? {} : undefined);
    if (params !== undefined) return { type: "dialect", match: matchOf(surface, spec.action, params, query) };
  }
  return missing(path, own?.methods);
}

/** Every address with its method, for tests that go through them all. */
export function allRoutes(): { readonly method: string; readonly path: RegExp | string }[] {
  const own = [...OWN].flatMap(([path, { methods }]) => methods.map((method) => ({ method, path })));
  return [...own, ...DIALECT_ROUTES.map(({ spec }) => ({ method: spec.method, path: spec.path }))];
}

const OWN: ReadonlyMap<string, { readonly action: AdminAction; readonly methods: readonly string[] }> = new Map([
  ["/", { action: "home", methods: ["GET", "HEAD"] }],
  ["/api/hello", { action: "home", methods: ["HEAD"] }],
  ["/healthz", { action: "healthz", methods: ["GET", "HEAD"] }],
  ["/readyz", { action: "readyz", methods: ["GET", "HEAD"] }],
  ["/metrics", { action: "metrics", methods: ["GET", "HEAD"] }],
  ["/v1/translate", { action: "translate", methods: ["POST"] }],
  ["/_sim/expect", { action: "sim-expect", methods: ["POST"] }],
]);

const DIALECT_ROUTES: readonly { readonly surface: HttpBinding; readonly spec: RouteSpec }[] = bindings.flatMap(
  (surface) => surface.client.routes.map((spec) => ({ surface, spec })),
);

function partsOf(url: string): { path: string; query: string } {
  // Proxies ask with the whole address.
  const origin = /^https?:\/\/[^/?]*/i.exec(url)?.[0].length ?? 0;
  const mark = url.indexOf("?", origin);
  const raw = mark < 0 ? url.slice(origin) : url.slice(origin, mark);
  const path = raw.replace(/\/{2,}/g, "/");
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return { path: bare === "" ? "/" : bare, query: mark < 0 ? "" : url.slice(mark + 1) };
}

function matchOf(surface: HttpBinding, action: Action, groups: Record<string, string>, query: string): RouteMatch {
  const params = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
  return { binding: surface, action, params, query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not an encoding at all: the text means itself.
    return text;
  }
}

function missing(path: string, ownMethods: readonly string[] | undefined): RouteResult {
  const methods = [
    ...(ownMethods ?? []),
    ...DIALECT_ROUTES.filter(({ spec }) => spec.path.test(path)).map(({ spec }) => spec.method),
  ];
  if (methods.length > 0) return { type: "none", dialect: dialectOf(path), methods: [...new Set(methods)] };
  const meant = meantBy(path);
  if (meant === undefined) return { type: "none", dialect: dialectOf(path) };
  const hint = `${meant} is here: check the base address that the client was given`;
  return { type: "none", dialect: dialectOf(meant), hint };
}

function dialectOf(path: string): string {
  const known = DIALECT_ROUTES.find(({ spec }) => spec.path.test(path))?.surface.dialect;
  if (known !== undefined) return known;
  return PREFIXES.find(([prefix]) => prefix.test(path))?.[1] ?? "openai-chat";
}

const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/\/messages(?:\/|$)/, "anthropic"],
  [/\/responses(?:\/|$)/, "openai-responses"],
  [/^\/v1(?:beta|alpha)\//, "gemini"],
  [/^\/api\//, "ollama"],
];

// The usual mistakes: a base address with the version where the client adds it itself, or without it where it does not.
function meantBy(path: string): string | undefined {
  const candidates = [path.replace(/^\/v1(?:beta)?(?=\/v1|\/api\/)/, ""), `/v1${path}`];
  return candidates.find(
    (candidate) => candidate !== path && DIALECT_ROUTES.some(({ spec }) => spec.path.test(candidate)),
  );
}
