import type { DialectId, Json, JsonObject, Usage } from "@toolglot/core";
import type { HeaderMap } from "../transport.ts";

/** How a dialect is bound to HTTP: the addresses, headers and lists around what the core translates. */
export interface HttpBinding {
  readonly dialect: DialectId;
  readonly client: ClientBinding;
  readonly provider: ProviderBinding;
  /** Requests can refer to responses that the server has stored. */
  readonly stateful?: true;
}

/** What clients of a dialect send and expect. */
export interface ClientBinding {
  readonly routes: readonly RouteSpec[];
  /** Where clients put their key, besides `authorization: Bearer`. */
  readonly credentials: Credentials;
  /** The version at the start of its paths. Base URLs have it too often or not at all. */
  readonly versionPrefix?: string;
  /** Matches paths that only clients of this dialect use; an error for an unknown path is sent in their dialect. */
  readonly pathPattern?: RegExp;
  /** Whether the client asks for a stream. */
  wantsStream(body: JsonObject, match: RouteMatch): boolean;
  streamContentType(match: RouteMatch): string;
  /** Another framing of the stream, if this request asks for one. */
  framing?(match: RouteMatch): StreamFraming | undefined;
  /** What is sent to keep a silent stream open, if the dialect has such a thing. */
  readonly keepAlive?: string;
  readonly requestIdHeader: string;
  formatModels(models: readonly ListedModel[]): JsonObject;
  formatModel(model: ListedModel): JsonObject;
  /** The agents that use this dialect, by the start of their user agent. */
  readonly agents?: readonly { readonly name: string; readonly userAgent: RegExp }[];
  /** What the requests of one conversation have in common, where the client says so. */
  sessionOf?(body: JsonObject, headers: HeaderMap): string | undefined;
  readonly countTokens?: { answer(tokens: number): JsonObject; request(body: JsonObject): JsonObject };
}

/** Names of headers and of query parameters, in lower case. */
export interface Credentials {
  readonly headers: readonly string[];
  readonly query: readonly string[];
}

/** Changes the framing of a client's stream. */
export interface StreamFraming {
  push(text: string): string;
  end(): string;
}

/** What decides about the price of a response besides the number of tokens. */
export interface Billing {
  /** The service tier that the response was served with. */
  readonly tier?: string;
  /** How many of the tokens that were written to the cache are kept there for an hour. */
  readonly cacheWriteHour?: number;
  /** What the provider says that the response costs, in dollars. */
  readonly cost?: number;
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
  /** Its streams are lines of JSON, not server-sent events. */
  readonly streamsNdjson?: true;
  /** Whether a body is a response; an empty object, for instance, must not pass for a success. */
  isResponse(body: JsonObject): boolean;
  /** What the usage of a response says about its price, in fields that only this dialect has. */
  billing?(usage: Usage): Billing;
  readonly modelsPath: string;
  readModels(body: Json): string[];
  readonly countTokens?: {
    path(model: string): string;
    body(request: JsonObject, model: string): JsonObject;
    read(body: Json): number | undefined;
  };
  /** Host names of providers that are documented to store responses; servers that imitate the API often do not. */
  readonly hostsThatStoreResponses?: readonly RegExp[];
}

/** What a client can request. */
export type Action =
  | "generate"
  | "count"
  | "models"
  | "model"
  | "stored"
  | "forget"
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
