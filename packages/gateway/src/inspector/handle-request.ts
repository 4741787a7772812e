// The routes of the inspector: its API, and the files of the page.

import type { JsonObject } from "@toolglot/core";
import { isObject, jsonIn } from "@toolglot/core/base";
import { decodeText } from "../bytes.ts";
import { GatewayError, shuttingDownError } from "../errors.ts";
import { modelsFor } from "../http/provider-models.ts";
import type { InspectorRequest } from "../http/request-observer.ts";
import type { Incoming } from "../transport.ts";
import { beginEvents, sendApiJson, sendAsset, sendRecordedBody } from "./api-reply.ts";
import { EventReader } from "./event-reader.ts";
import { BODY_NAME, importExchanges } from "./import.ts";
import type { InspectorState } from "./inspector-state.ts";
import type { ExchangeDetail, ExchangeList, ModelList } from "./protocol.ts";
import { replay } from "./replay.ts";
import { startInfo } from "./start-info.ts";
import { type KeptExchange, sessionOf, startOf } from "./view.ts";

type Handler = (state: InspectorState, request: InspectorRequest, params: Params) => Promise<number> | number;
type Params = Readonly<Record<string, string | undefined>>;

/** Handles a request to the inspector; returns the status. */
export async function handleInspectorRequest(state: InspectorState, request: InspectorRequest): Promise<number> {
  const { incoming, path } = request;
  const method = incoming.method === "HEAD" ? "GET" : incoming.method;
  const matches = ROUTES.flatMap((route) => {
    const match = route.path.exec(path);
    return match === null ? [] : [{ route, params: match.groups ?? {} }];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match !== undefined) return await match.route.handle(state, request, match.params);
  if (matches.length === 0) throw new GatewayError("not-found", "not_found", `nothing is at /_inspector${path}`);
  const methods = matches.map(({ route }) => route.method).join(", ");
  const message = `/_inspector${path} takes ${methods}, not ${incoming.method}`;
  throw new GatewayError("invalid-request", "method_not_allowed", message, { status: 405 });
}

const ROUTES: readonly { readonly method: string; readonly path: RegExp; readonly handle: Handler }[] = [
  { method: "GET", path: /^\/$/, handle: sendPage },
  { method: "GET", path: /^\/assets\/(?<name>[\w.-]+)$/, handle: sendPage },
  { method: "GET", path: /^\/exchanges$/, handle: listExchanges },
  { method: "DELETE", path: /^\/exchanges$/, handle: deleteExchanges },
  { method: "GET", path: /^\/events$/, handle: sendEvents },
  { method: "GET", path: /^\/exchanges\/(?<id>[^/]+)$/, handle: sendDetail },
  { method: "GET", path: /^\/exchanges\/(?<id>[^/]+)\/bodies\/(?<name>[^/]+)$/, handle: sendBody },
  { method: "POST", path: /^\/exchanges\/(?<id>[^/]+)\/replay$/, handle: replayExchange },
  { method: "GET", path: /^\/start$/, handle: sendStart },
  { method: "GET", path: /^\/models$/, handle: sendModels },
  { method: "POST", path: /^\/import$/, handle: importExport },
];

function sendPage({ page }: InspectorState, { incoming, caller, reply }: InspectorRequest, { name }: Params): number {
  const asset = page?.assetNamed(name ?? "index.html");
  if (asset === undefined) throw new GatewayError("not-found", "not_found", `the page has no file ${name}`);
  // Without a key, the page asks for one.
  if (name === undefined && caller.isUnknown) return sendAsset(reply, asset, { status: 401 });
  return sendAsset(reply, asset, { ifNoneMatch: incoming.headers["if-none-match"] });
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

async function listExchanges(state: InspectorState, request: InspectorRequest): Promise<number> {
  const { query, reply } = request;
  const before = numberIn(query, "before", Number.POSITIVE_INFINITY);
  const limit = Math.min(MAX_LIMIT, numberIn(query, "limit", DEFAULT_LIMIT));
  await state.remote.sync();
  const older = visible(state, request).filter(({ seq }) => seq < before);
  const shown = older.slice(Math.max(0, older.length - limit)).reverse();
  const exchanges = await state.views.summaries(shown);
  const { missing } = state.remote;
  const more = older.length > shown.length;
  const list: ExchangeList = { exchanges, more, ...(missing.length === 0 ? {} : { missing }) };
  return sendApiJson(reply, list);
}

async function deleteExchanges(state: InspectorState, request: InspectorRequest): Promise<number> {
  await state.remote.sync();
  state.ring.remove(visible(state, request));
  return sendApiJson(request.reply, {});
}

/** The sequence number of the last event that a page has seen (`last-event-id`); -1, for all events, if it is not a number. */
function lastSeen({ headers }: Incoming): number | undefined {
  const id = headers["last-event-id"];
  if (id === undefined) return undefined;
  return Number.isNaN(Number(id)) ? -1 : Number(id);
}

async function sendEvents(state: InspectorState, request: InspectorRequest): Promise<number> {
  const { incoming, caller, reply } = request;
  if (state.services.isDraining) throw shuttingDownError();
  if (state.feed.size >= MAX_READERS)
    throw new GatewayError("rate-limit", "too_many_readers", `at most ${MAX_READERS} may read the events at once`);
  const status = beginEvents(reply);
  const reader = new EventReader(reply, {
    seq: lastSeen(incoming) ?? state.ring.seq,
    clock: state.services.clock,
    maySee: (tenant) => state.maySee(caller, tenant),
    onReady: () => state.feed.wake(),
    onClosed: (closed) => state.feed.remove(closed),
  });
  await state.remote.sync();
  await state.views.summaries(visible(state, request).filter(({ seq }) => seq > reader.seq));
  if (reader.isOpen) state.feed.add(reader);
  state.remote.follow();
  return status;
}

const MAX_READERS = 64;

async function sendDetail(state: InspectorState, request: InspectorRequest, { id }: Params): Promise<number> {
  const exchange = await find(state, request, id);
  return sendApiJson(request.reply, await detailOf(state, request, exchange));
}

function detailOf(state: InspectorState, request: InspectorRequest, exchange: KeptExchange): Promise<ExchangeDetail> {
  const session = sessionOf(exchange, state.redactor);
  const earlier = visible(state, request).filter(
    (other) =>
      other !== exchange &&
      other.tenant === exchange.tenant &&
      startOf(other) <= startOf(exchange) &&
      other.seq < exchange.seq &&
      sessionOf(other, state.redactor) === session,
  );
  const previous = session === "" ? undefined : earlier.reduce<KeptExchange | undefined>(latest, undefined)?.id;
  return state.views.detail(exchange, previous);
}

function latest(one: KeptExchange | undefined, other: KeptExchange): KeptExchange {
  return one === undefined || startOf(other) >= startOf(one) ? other : one;
}

async function sendBody(state: InspectorState, request: InspectorRequest, { id, name = "" }: Params): Promise<number> {
  const exchange = await find(state, request, id);
  const bytes = BODY_NAME.test(name) ? await state.views.body(exchange, name) : undefined;
  if (bytes === undefined)
    throw new GatewayError(
      "not-found",
      "body_not_kept",
      `the exchange has no body ${JSON.stringify(name)}, or it is not kept`,
    );
  const fileName = `${exchange.id.replace(/[^\w-]/g, "_")}-${name}.txt`;
  return sendRecordedBody(request.reply, bytes, { fileName, range: request.incoming.headers.range });
}

async function replayExchange(state: InspectorState, request: InspectorRequest, { id }: Params): Promise<number> {
  const { incoming, reply, caller } = request;
  const exchange = await find(state, request, id);
  const bytes = await incoming.body(state.services.config.server.maxBody);
  if (bytes.length > MAX_REPLAY)
    throw new GatewayError("too-large", "request_too_large", `a replay's options are at most ${MAX_REPLAY} bytes`);
  const options = bytes.length === 0 ? {} : jsonIn(decodeText(bytes));
  if (!isObject(options ?? null))
    throw new GatewayError("invalid-request", "invalid_json", "the body must be a JSON object");
  const detail = await detailOf(state, request, exchange);
  const body = await state.views.body(exchange, "client-request");
  const earlier = earlierThan(exchange, visible(state, request)).map(
    (other) => (name: string) => state.views.body(other, name),
  );
  return sendApiJson(reply, {
    id: await replay(state.services, { detail, body, caller, earlier }, options as JsonObject),
  });
}

const MAX_REPLAY = 65_536;

/** The exchanges of the same key that began before one, the latest first. */
function earlierThan(exchange: KeptExchange, all: readonly KeptExchange[]): readonly KeptExchange[] {
  return all
    .filter((other) => other !== exchange && other.tenant === exchange.tenant && startOf(other) <= startOf(exchange))
    .toSorted((one, other) => startOf(other) - startOf(one))
    .slice(0, MAX_EARLIER);
}

const MAX_EARLIER = 500;

async function sendStart(state: InspectorState, { incoming, reply }: InspectorRequest): Promise<number> {
  await state.remote.sync();
  const { services, health, clientCards, settings } = state;
  return sendApiJson(reply, startInfo(services, incoming.headers, { health, clientCards, bodies: settings.bodies }));
}

async function sendModels({ services }: InspectorState, { caller, reply }: InspectorRequest): Promise<number> {
  const list: ModelList = { models: (await modelsFor(services, caller)).map(({ id }) => id) };
  return sendApiJson(reply, list);
}

async function importExport(state: InspectorState, { incoming, reply, caller }: InspectorRequest): Promise<number> {
  const { ring, redactor, services, maxBodyBytes } = state;
  const bytes = await incoming.body(services.config.server.maxBody);
  const freeId = (wanted: string) =>
    /^[\w-]{1,64}$/.test(wanted) && ring.get(wanted) === undefined ? wanted : services.makeId();
  const imported = await state.run(() =>
    importExchanges(bytes, { tenant: caller.tenant, redactor, maxBodyBytes, freeId }),
  );
  for (const exchange of imported) state.keep(exchange);
  return sendApiJson(reply, { ids: imported.map(({ id }) => id) });
}

/** The exchanges that the caller may see, the oldest change first. */
function visible(state: InspectorState, { caller }: InspectorRequest): readonly KeptExchange[] {
  return state.ring.all().filter(({ tenant = "" }) => state.maySee(caller, tenant));
}

// The id of a request is sent to clients with a prefix.
async function find(state: InspectorState, { caller }: InspectorRequest, id = ""): Promise<KeptExchange> {
  await state.remote.sync();
  const exchange = state.ring.get(id) ?? state.ring.get(id.replace(/^req_/, ""));
  if (exchange !== undefined && state.maySee(caller, exchange.tenant ?? "")) return exchange;
  throw new GatewayError(
    "not-found",
    "exchange_not_found",
    "there is no such exchange; it may have been dropped for newer ones",
  );
}

function numberIn(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new GatewayError("invalid-request", "invalid_query", `${name} must be a whole number`, { param: name });
}
