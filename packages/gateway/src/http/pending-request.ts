import type { ProfileName } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ExchangeTrail } from "../exchange/trail.ts";
import type { StoreTimeout } from "../limits/store-timeout.ts";
import { credentialSpellings, MIN_CREDENTIAL_LENGTH, type Redactor, redactCredentials } from "../observe/redact.ts";
import type { ConnectionResponses } from "../store/connection-responses.ts";
import type { Incoming, Reply, UpstreamRequest } from "../transport.ts";
import { NOTHING_TAKEN } from "./admission.ts";
import { credentialsIn } from "./credentials.ts";
import type { RequestObserver } from "./request-observer.ts";
import { findRoute, type RouteResult } from "./routes.ts";
import type { HttpServices } from "./services.ts";

/** A request that did not come over HTTP. */
export interface InternalRequest {
  readonly id?: string;
  /** Set if the gateway makes the request itself, for a client whose key was checked. */
  readonly caller?: Caller;
  /** Replaces the profile of all destinations. */
  readonly profile?: ProfileName;
  /** The id of the request that is repeated. */
  readonly replayOf?: string;
  /** The responses of the WebSocket that the request came over. */
  readonly connection?: ConnectionResponses;
}

/** A request that is being handled. */
export class PendingRequest implements ExchangeTrail {
  readonly incoming: Incoming;
  /** Replaced if it is observed. */
  reply: Reply;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly route: RouteResult;
  readonly redact: Redact;
  /** Replaces the profile of all destinations. */
  readonly profile: ProfileName | undefined;
  /** The id of the request that it repeats. */
  readonly replayOf: string | undefined;
  /** The responses of the WebSocket that the request came over. */
  readonly connection: ConnectionResponses | undefined;
  /** How long it waits for what gateways share. */
  readonly storeTimeout: StoreTimeout | undefined;
  /** The name of the client's key, once it is known, for the log of a request that is refused. */
  key: string | undefined = undefined;
  /** The model that the client asks for, likewise. */
  model: string | undefined = undefined;
  observer: RequestObserver | undefined;
  /** Gives back what it has taken of the limits of its client. */
  release: () => void = NOTHING_TAKEN;
  /** Whether the inspector is told of it at its end, and not before. */
  isUnrecorded = false;
  // What the inspector is told then.
  caller: Caller | undefined = undefined;
  generated: GenerateRequest | undefined = undefined;
  received: Uint8Array | undefined = undefined;
  sent: UpstreamRequest | undefined = undefined;
  destination: Destination | undefined = undefined;
  calls = 0;
  attempt: AttemptResult | undefined = undefined;
  result: ExchangeResult | undefined = undefined;

  constructor(
    services: HttpServices,
    incoming: Incoming,
    reply: Reply,
    { id = services.makeId(), profile, replayOf, connection }: InternalRequest = {},
  ) {
    this.incoming = incoming;
    this.reply = reply;
    this.id = id;
    this.route = findRoute(incoming.method, incoming.url, incoming.headers);
    this.redact = redactFor(incoming, services.redactor);
    this.started = services.now();
    this.profile = profile;
    this.replayOf = replayOf;
    this.connection = connection;
    this.storeTimeout = this.isForResponse ? services.newStoreTimeout() : undefined;
    this.observer = this.isForResponse ? this.tracedBy(services) : undefined;
  }

  /** Whether it asks a model for a response. */
  get isForResponse(): boolean {
    const { route } = this;
    return route.type === "dialect" && route.match.action === "generate";
  }

  private tracedBy({ telemetry }: HttpServices): RequestObserver | undefined {
    const { incoming, id, route, redact, started } = this;
    return telemetry?.observe({ incoming, id, dialect: route.dialect, redact, started });
  }
}

/** Removes secrets from a text, or from its beginning. */
export interface Redact {
  all(text: string): string;
  start(text: string, maxLength: number): string;
}

/** Removes the known secrets, and what this client has sent as its key. */
function redactFor({ headers, url }: Incoming, redactor: Redactor): Redact {
  let spelled: readonly string[] | undefined;
  const withoutCredentials = (text: string) => {
    if (text.length < MIN_CREDENTIAL_LENGTH) return text;
    spelled ??= credentialSpellings(credentialsIn(headers, url));
    return redactCredentials(text, spelled);
  };
  return {
    all: (text) => redactor.redact(withoutCredentials(text)),
    start: (text, maxLength) => redactor.redactStart(withoutCredentials(text), maxLength),
  };
}
