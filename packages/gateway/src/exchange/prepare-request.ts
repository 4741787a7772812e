import {
  type Bridge,
  type BridgeOptions,
  ConversionError,
  createBridge,
  type DialectId,
  type JsonObject,
  type Loss,
  stringifyJsonInSteps,
} from "@toolglot/core";
import { forgetSourceText } from "@toolglot/core/compact";
import { type Awaitable, after, settle } from "../awaitable.ts";
import { GatewayError } from "../errors.ts";
import { withoutMetadata } from "../observe/losses.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { HeaderMap } from "../transport.ts";
import { adaptRequest, type PlatformRequest } from "./adapt-request.ts";
import { bridgeOptionsFor } from "./bridge-options.ts";
import { cachingFor } from "./caching.ts";
import type { Destination } from "./destinations.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";
import type { GenerateRequest } from "./generate-request.ts";
import type { ExchangeHooks, PreparedBody } from "./hooks.ts";
import { refusedState } from "./provider-state.ts";
import type { ExchangeServices } from "./services.ts";
import { upstreamPath } from "./upstream-request.ts";

/** A request translated for one destination. */
export interface PreparedRequest {
  readonly bridge: Bridge;
  readonly path: string;
  /** Emptied when the client's reply begins: from then on it is not sent again, and the response may take long. */
  body: string;
  /** Headers to set, or to leave out if they are `undefined`. */
  readonly headers: HeaderMap;
  readonly losses: readonly Loss[];
}

/** Why a request cannot be sent to a destination. */
export interface Unsendable {
  readonly error: ErrorReply;
  /** Absent if the translation failed before its losses were known. */
  readonly losses?: readonly Loss[];
}

/** Translates a request for a destination. */
export function prepareRequest(
  services: ExchangeServices,
  request: GenerateRequest,
  hooks: ExchangeHooks,
  destination: Destination,
): Awaitable<PreparedRequest | Unsendable> {
  const started = performance.now();
  return settle(() => bridgedRequest({ services, request, hooks, destination, started }), {
    onError: (error) => unsendable(error, request.match.binding.dialect, request.model),
    atLast: () => services.scheduler.endTurn(),
  });
}

/** A request that is being prepared. Nothing of it waits for most requests. */
interface Preparation {
  readonly services: ExchangeServices;
  readonly request: GenerateRequest;
  readonly hooks: ExchangeHooks;
  readonly destination: Destination;
  readonly started: number;
}

function bridgedRequest(preparation: Preparation): Awaitable<PreparedRequest | Unsendable> {
  const { services, request, hooks, destination } = preparation;
  const source = hooks.prepare(request.body, destination);
  return after(cachingFor(request, source.body, destination), (caching) => {
    const bridge = createExchangeBridge(services, request, { hooks, destination, caching });
    return after(translatedRequest(preparation, bridge, source), (translated) =>
      writtenRequest(preparation, bridge, { translated, losses: joined(source.losses, translated.losses) }),
    );
  });
}

function translatedRequest(
  { services, request, destination }: Preparation,
  bridge: Bridge,
  source: PreparedBody,
): Awaitable<Translated> {
  const { scheduler } = services;
  const findKeys = () => reasoningKeys(bridge, source, scheduler);
  const { caller, storeTimeout } = request;
  const loaded = services.reasoning.load(findKeys, { tenant: caller.tenant, storeTimeout });
  return after(loaded, (reasoning) => {
    const setup = { request, destination, reasoning, scheduler };
    return repeat(bridge, source.body, setup) ?? translate(bridge, source.body, setup);
  });
}

function writtenRequest(
  { services, request, destination, started }: Preparation,
  bridge: Bridge,
  { translated, losses }: { readonly translated: Translated; readonly losses: readonly Loss[] },
): Awaitable<PreparedRequest | Unsendable> {
  const { dialect: client } = request.match.binding;
  const refused = refusedState(request, destination, losses) ?? refusedLoss(client, destination, losses);
  if (refused !== undefined) return { error: refused, losses };
  const path = upstreamPath(destination, request.stream);
  const written = translated.text ?? services.scheduler.begin(stringifyJsonInSteps(translated.body));
  return after(written, (body) => {
    // While it waits for its response, nothing of the request is written again, unless it is sent elsewhere.
    forgetSourceText(request.body);
    services.metrics.observeOverhead((performance.now() - started) / 1000, client);
    return { bridge, path, body, headers: translated.headers, losses };
  });
}

function refusedLoss(client: DialectId, { onLoss }: Destination, losses: readonly Loss[]): ErrorReply | undefined {
  const lost = onLoss === "refuse" ? withoutMetadata(losses) : [];
  return lost.length === 0 ? undefined : { ...tooLossy(client, lost), notSent: true };
}

/** A translated request, as a body or as text. */
type Translated = Pick<PlatformRequest, "headers" | "losses"> &
  ({ readonly text: string } | { readonly text?: undefined; readonly body: JsonObject });

/** Translates a request as an earlier one was, for a platform that takes it as it is. */
function repeat(
  bridge: Bridge,
  body: JsonObject,
  { destination, reasoning }: TranslateOptions,
): Translated | undefined {
  if (reasoning.size > 0 || providerBinding(destination.provider).adapt !== undefined) return undefined;
  const repeated = bridge.repeatRequest(body);
  return repeated && { text: repeated.text, headers: NO_HEADERS, losses: repeated.losses };
}

const NO_HEADERS: HeaderMap = {};

interface TranslateOptions {
  readonly request: GenerateRequest;
  readonly destination: Destination;
  readonly reasoning: Awaited<ReturnType<ExchangeServices["reasoning"]["load"]>>;
  readonly scheduler: ExchangeServices["scheduler"];
}

function translate(
  bridge: Bridge,
  source: JsonObject,
  { request, destination, reasoning, scheduler }: TranslateOptions,
): Awaitable<Translated> {
  return after(scheduler.begin(bridge.requestInSteps(source, { reasoning })), (translated) => {
    const { body, headers, losses } = adaptRequest(request, destination, translated.value);
    return { body, headers, losses: joined(translated.losses, losses) };
  });
}

// Most requests lose nothing.
function joined(one: readonly Loss[], other: readonly Loss[]): readonly Loss[] {
  if (other.length === 0) return one;
  return one.length === 0 ? other : [...one, ...other];
}

// The body comes last, because the bridge remembers how it has decoded it.
function reasoningKeys(
  bridge: Bridge,
  { body, earlier }: PreparedBody,
  scheduler: ExchangeServices["scheduler"],
): readonly string[] | Promise<readonly string[]> {
  const keysOf = (each: JsonObject) => scheduler.begin(bridge.reasoningKeysInSteps(each));
  if (earlier === undefined) return keysOf(body);
  return (async () => {
    const keys: string[] = [];
    for (const each of [...earlier, body]) keys.push(...(await keysOf(each)));
    return keys;
  })();
}

function unsendable(error: unknown, client: DialectId, model: string): Unsendable {
  if (error instanceof ConversionError) return { error: { ...untranslatable(client, error, model), notSent: true } };
  // Another destination may still have the stored response that this one lacks.
  if (error instanceof GatewayError) return { error: { ...gatewayErrorReply(client, error.failure), notSent: true } };
  throw error;
}

interface BridgeSetup {
  readonly hooks: ExchangeHooks;
  readonly destination: Destination;
  readonly caching: BridgeOptions["caching"];
}

function createExchangeBridge(
  services: ExchangeServices,
  { match, model, stream }: GenerateRequest,
  { hooks, destination, caching }: BridgeSetup,
): Bridge {
  const answer = hooks.responseOptions?.(destination);
  const options = bridgeOptionsFor(services, match.binding.dialect, destination);
  return createBridge({
    client: options.client,
    provider: options.provider,
    profile: options.profile,
    providerModel: options.providerModel,
    clientModel: model,
    providerName: destination.provider.name,
    modelFacts: options.modelFacts,
    toolSearch: options.toolSearch,
    emulateToolSearch: options.emulateToolSearch,
    caching,
    address: match.params.model === undefined ? undefined : { model, stream },
    ids: services.makeId,
    uniqueCallIds: true,
    answer,
    now: () => Math.floor(services.now() / 1000),
    fast: options.fast,
    memory: options.memory,
  });
}

function tooLossy(client: DialectId, losses: readonly Loss[]): ErrorReply {
  const details = losses.slice(0, 10).map(({ message, path }) => `${path}: ${message}`);
  const things = losses.length === 1 ? "1 thing" : `${losses.length} things`;
  const message = `refused, because ${things} would be lost: ${details.join("; ")}`;
  return gatewayErrorReply(client, { kind: "invalid-request", status: 400, code: "would_lose", message });
}

function untranslatable(client: DialectId, { message, code, path }: ConversionError, model: string): ErrorReply {
  return gatewayErrorReply(client, {
    kind: "invalid-request",
    status: 400,
    code,
    message: `${message} (at ${path || "/"}, for ${model})`,
    ...(path === "" ? {} : { param: path }),
  });
}
