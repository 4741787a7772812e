import type { DialectId, Json, JsonObject, LossLevel, Usage } from "@toolglot/core";
import type { HeaderMap } from "../transport.ts";

/** How a dialect is bound to HTTP: the addresses, headers and lists around what the core translates. */
export interface HttpBinding {
  readonly dialect: DialectId;
  readonly client: ClientBinding;
  readonly provider: ProviderBinding;
  /** How requests refer to responses that the server has stored, if they can. */
  readonly stateful?: StoredState;
}

/** How the requests and responses of a dialect tell of stored responses. */
export interface StoredState {
  /** The field of a request and of a response with the id of the response that it continues from. */
  readonly previousField: string;
  /** The fields of a request that are about stored state: they are checked, because ignoring them would lose the conversation. */
  readonly requestFields: ReadonlySet<string>;
  /** The field of a response with its items. */
  readonly outputField: string;
  /** The items of a request's input. */
  inputItems(input: Json | undefined): readonly Json[];
  /** Items can be referred to by ids of their own. */
  readonly hasItemIds: boolean;
  /** A stored item for the provider that produced it and has not stored it. */
  replayedItem(item: JsonObject): JsonObject;
  /** A stored item for a provider that did not produce it; `undefined` for reasoning that only its producer can read. */
  foreignItem(item: JsonObject): JsonObject | undefined;
  /** The statuses of responses that have ended. */
  readonly finalStatuses: ReadonlySet<string>;
  /** The events of streams: where their type and the response in them stand, and which is the last. */
  readonly events: { readonly type: string; readonly response: string; readonly last: RegExp };
  /** Collects the items of a stream whose last event does not have them. */
  collectOutput?(): OutputCollector;
  /** Where a provider has the response with this id. */
  path(id: string): string;
  /** The query parameter that asks for the input of a stored response too, which is then in the field `input`. */
  readonly includeInput?: string;
  /** The reply to a client that deletes the response with this id. */
  deleted(id: string): JsonObject;
}

/** Collects the items of a response from the events of its stream. */
export interface OutputCollector {
  add(event: JsonObject): void;
  readonly output: readonly JsonObject[];
}

/** What clients of a dialect send and expect. */
export interface ClientBinding {
  readonly routes: readonly RouteSpec[];
  /** Where clients put their key, besides `authorization: Bearer`. */
  readonly credentials: KeyLocations;
  /** The version at the start of its paths. Base URLs have it too often or not at all. */
  readonly versionPrefix?: string;
  /** Matches paths that only clients of this dialect use; an error for an unknown path is sent in their dialect. */
  readonly pathPattern?: RegExp;
  /** What the dialect has and the gateway has not, and what clients can do instead. */
  readonly unserved?: readonly { readonly method: string; readonly path: RegExp; readonly hint: string }[];
  /** A request in the dialect's own form, if the client's has another. */
  adapt?(request: ClientRequest, match: RouteMatch): ClientRequest;
  /** The name of a model, where the path has it in another form. */
  modelName?(inPath: string): string;
  /** Whether the client asks for a stream. */
  wantsStream(body: JsonObject, match: RouteMatch): boolean;
  streamContentType(match: RouteMatch): string;
  /** Another framing of the stream, if this request asks for one. */
  framing?(match: RouteMatch): StreamFraming | undefined;
  /** What is sent to keep a silent stream open, if the dialect has such a thing. */
  readonly keepAlive?: string;
  readonly requestIdHeader: string;
  /** An error with the headers that tell its type, or in another form than the dialect's, if these clients expect that. */
  adaptError?(error: ClientError): ClientError & { readonly headers: Readonly<Record<string, string>> };
  formatModels(models: readonly ListedModel[]): JsonObject;
  formatModel(model: ListedModel): JsonObject;
  /** The agents that use this dialect, by the start of their user agent. */
  readonly agents?: readonly { readonly name: string; readonly userAgent: RegExp }[];
  /** What the requests of one conversation have in common, where the client says so. */
  sessionOf?(body: JsonObject, headers: HeaderMap): string | undefined;
  /** The tools that a request declares elsewhere than in a list `tools` of its own. */
  moreTools?(body: JsonObject): readonly Json[];
  readonly countTokens?: { answer(tokens: number): JsonObject; request(body: JsonObject): JsonObject };
  /** How many tokens of output a request asks for at most, if it says so. */
  maxOutputTokens(body: JsonObject): number | undefined;
  readonly webSocket?: WebSocketBinding;
  /** How a request refers to a part of the conversation that only the provider keeps, and that the gateway does not. */
  readonly providerState?: readonly ProviderState[];
}

/** A field that refers to what a provider keeps, and the error for providers that do not take the field or do not keep it. */
export interface ProviderState {
  readonly field: string;
  /** With its article. */
  readonly what: string;
  /** Whether only providers that are known to keep conversations keep it, rather than all that take the field. */
  readonly isConversation?: boolean;
  readonly code?: string;
  readonly details?: JsonObject;
}

/** The body of a client's request, and its headers. */
export interface ClientRequest {
  readonly body: JsonObject;
  readonly headers: HeaderMap;
}

/** An error as a client gets it. */
export interface ClientError {
  readonly status: number;
  readonly value: JsonObject;
}

/** How clients request responses over a WebSocket: each message is a request, and each event of its stream is a message. */
export interface WebSocketBinding {
  /** Where the same requests are posted. */
  readonly path: string;
  /** The body of the same request over HTTP; throws a `GatewayError` if the message is no request. */
  requestIn(message: JsonObject): JsonObject;
  /** Whether the request asks for an empty response, which the next one continues. */
  isWarmUp(body: JsonObject): boolean;
  /** An empty response: its id, and the events of its stream. */
  warmUp(options: WarmUpOptions): { readonly id: string; readonly events: readonly JsonObject[] };
  /** The message for the data of an event. */
  messageFor(data: string): string;
  /** The message for an error, given its status, body and headers over HTTP. */
  errorMessage(status: number, body: JsonObject, headers: HeaderMap): JsonObject;
  /** The error of a connection that was open for as long as it may. */
  maxAgeError(minutes: number): { readonly code: string; readonly message: string };
}

export interface WarmUpOptions {
  /** A unique id, without the prefix that the dialect's ids have. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly body: JsonObject;
}

/** Names of headers and of query parameters, in lower case. */
export interface KeyLocations {
  readonly headers: readonly string[];
  readonly query: readonly string[];
  /** Headers with secrets that are no key of the gateway. */
  readonly otherSecrets?: readonly string[];
  /** What a client should do that authenticates in a way that the gateway cannot check. */
  unsupported?(headers: HeaderMap): string | undefined;
}

/** Changes the framing of a client's stream. */
export interface StreamFraming {
  push(text: string): string | Uint8Array;
  end(): string | Uint8Array;
}

/** What decides about the price of a response besides the number of tokens. */
export interface Billing {
  /** The service tier that the response was served with. */
  readonly tier?: string | undefined;
  /** The names of what multiplies the price, such as a faster mode. */
  readonly factors?: readonly string[];
  /** What the provider says that the response costs, in dollars. */
  readonly cost?: number;
  /** The model's runs behind the response, each with a price of its own, where the provider lists them. */
  readonly runs?: readonly BilledRun[];
}

/** What one run of a model has used. */
export interface BilledRun {
  readonly usage: Usage;
  /** By default the one that has answered. */
  readonly model?: string;
}

/** How requests are sent to a provider of a dialect. */
export interface ProviderBinding {
  path(model: string, stream: boolean): string;
  authorization(key: string): Readonly<Record<string, string>>;
  /** Headers of all requests; the client's own take precedence. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a client of the same dialect that are sent on to the provider. */
  readonly forwardedHeaders: readonly string[];
  /** Headers of the provider that are sent on to clients of any dialect. */
  readonly returnedHeaders: readonly RegExp[];
  /** The content types of streams. */
  readonly streamContentTypes: RegExp;
  /** The `accept` header of requests for a stream, if it is not that of text streams. */
  readonly streamAccept?: string;
  /** Its streams are lines of JSON, not server-sent events. */
  readonly streamsNdjson?: true;
  /** Matches errors by which it refuses a key with another status than 401. */
  readonly refusedKey?: RegExp;
  /** Whether a body is a response; an empty object, for instance, must not pass for a success. */
  isResponse(body: JsonObject): boolean;
  /** What the usage of a response says about its price, in fields that only this dialect has. */
  billing?(usage: Usage): Billing;
  /** A provider's error, with what its headers tell about it. */
  errorBody?(body: Json, headers: HeaderMap): Json;
  readonly modelsPath: string;
  /** The base URL of the list of models, if it is not the provider's. */
  modelsBaseUrl?(baseUrl: string): string;
  readModels(body: Json): string[];
  readonly countTokens?: {
    path(model: string): string;
    body(request: JsonObject, model: string): JsonObject;
    read(body: Json): number | undefined;
  };
  /** The path of OpenAI's embeddings API, where providers of the dialect have it. */
  embeddingsPath?(model: string): string;
  /** Changes requests to what a platform other than the vendor's own API takes. */
  adapt?(request: DialectRequest): AdaptedRequest;
  /** Reads a platform's framing of streams, if the dialect's own is inside of it. */
  streamUnwrapper?(): StreamUnwrapper;
  /** Host names of providers that are documented to take a key for their prompt cache; others may refuse the field. */
  readonly hostsWithCacheKeys?: readonly RegExp[];
  /** Host names of providers that are documented to keep conversations between requests; servers that imitate the API often do not. */
  readonly hostsThatKeepConversations?: readonly RegExp[];
}

/** A request for a response, as a dialect writes it. */
export interface DialectRequest {
  readonly body: JsonObject;
  /** The headers of a client of the same dialect, and those of the config. */
  readonly headers: HeaderMap;
  readonly model: string;
  readonly stream: boolean;
  /** Whether the client speaks the provider's dialect. */
  readonly isSameDialect: boolean;
}

/** A request as a platform takes it. */
export interface AdaptedRequest {
  readonly body: JsonObject;
  /** Headers to set, or to leave out if they are `undefined`. */
  readonly headers?: HeaderMap;
  readonly lost?: readonly LostField[];
}

/** What a platform does not take of a request. */
export interface LostField {
  /** JSON Pointer. */
  readonly path: string;
  readonly feature: string;
  readonly level: LossLevel;
}

/** Turns the chunks of a stream in a platform's framing into the text of the dialect's own. */
export interface StreamUnwrapper {
  readonly contentTypes: RegExp;
  /** The content type of the dialect's own framing. */
  readonly contentType: string;
  push(chunk: Uint8Array): string;
  end(): string;
  /** Why what follows the text so far cannot be read. */
  readonly failure: string | undefined;
}

/** What a client can request. */
export type Action =
  | "generate"
  | "connect"
  | "embed"
  | "count"
  | "models"
  | "model"
  | "stored"
  | "forget"
  | "cancel"
  | "stored-input"
  | "show"
  | "version";

export interface RouteSpec {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  readonly action: Action;
  /** Whether a request is of this dialect, if several dialects have the same path. */
  readonly when?: (headers: HeaderMap) => boolean;
}

export interface RouteMatch {
  readonly action: Action;
  readonly binding: HttpBinding;
  /** The named groups of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A model that clients can request. */
export interface ListedModel {
  readonly id: string;
  readonly provider: string;
}

export const SSE_CONTENT_TYPE = "text/event-stream; charset=utf-8";
