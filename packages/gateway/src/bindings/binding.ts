import type { Json, JsonObject } from "@toolglot/core";
import type { HeaderMap } from "../transport.ts";

/** A dialect as HTTP has it: the addresses, headers and shapes around what the core translates. */
export interface HttpBinding {
  readonly dialect: string;
  readonly client: ClientBinding;
  readonly provider: ProviderBinding;
}

/** What clients of a dialect send and expect. */
export interface ClientBinding {
  readonly routes: readonly RouteSpec[];
  /** Whether the client wants its answer as it comes. */
  wantsStream(body: JsonObject, match: RouteMatch): boolean;
  streamContentType(match: RouteMatch): string;
  /** What a stream of frames becomes for this request, where that is not what the dialect usually sends. */
  framing?(match: RouteMatch): StreamFraming | undefined;
  /** What keeps a silent stream alive, where the dialect has something that says nothing. */
  readonly keepAlive?: string;
  readonly requestIdHeader: string;
  formatModels(models: readonly ListedModel[]): JsonObject;
  formatModel(model: ListedModel): JsonObject;
  readonly countTokens?: { answer(tokens: number): JsonObject; request(body: JsonObject): JsonObject };
}

/** Turns the frames of a client's stream into another framing. */
export interface StreamFraming {
  push(text: string): string;
  end(): string;
}

/** How a provider of a dialect is talked to. */
export interface ProviderBinding {
  path(model: string, streams: boolean): string;
  authorization(key: string): Readonly<Record<string, string>>;
  /** Headers that are sent unless the client's own are. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a client of the same dialect that go on to the provider. */
  readonly forwardedHeaders: readonly string[];
  /** Headers of the provider that go back to the client, whatever it speaks; others are known to be meant for us. */
  readonly returnedHeaders: readonly RegExp[];
  /** Whether that is how a stream looks; everything else is no answer. */
  readonly streamContentTypes: RegExp;
  /** Its streams are lines of JSON, and no events. */
  readonly streamsNdjson?: true;
  /** Whether that is how a whole answer looks: one that says nothing would pass for a success. */
  isResponse(body: JsonObject): boolean;
  readonly modelsPath: string;
  readModels(body: Json): string[];
  readonly countTokens?: {
    path(model: string): string;
    body(request: JsonObject, model: string): JsonObject;
    read(body: Json): number | undefined;
  };
}

/** What can be asked of the gateway. */
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
  /** Where several dialects have the same address: whether this request is of this one. */
  readonly when?: (headers: HeaderMap) => boolean;
}

export interface RouteMatch {
  readonly action: Action;
  readonly binding: HttpBinding;
  /** The named groups of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** A model that clients may ask for. */
export interface ListedModel {
  readonly id: string;
  readonly provider: string;
}

export const SSE_CONTENT_TYPE = "text/event-stream; charset=utf-8";
