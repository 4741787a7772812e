/** The headers of a message by their names in lower case. */
export type HeaderMap = Readonly<Record<string, string | undefined>>;

/** What a client sent. */
export interface Incoming {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly headers: HeaderMap;
  /** The headers that may be sent only once, and were sent more often. */
  readonly repeatedHeaders?: readonly string[];
  /** Reads the body to its end, and refuses one that is larger than that. */
  body(maxBytes: number): Promise<Uint8Array>;
}

/** Where the reply to a client goes. */
export interface Reply {
  readonly begun: boolean;
  begin(status: number, headers: Readonly<Record<string, string>>): void;
  /** Tells whether the client keeps up; where it does not, `onDrain` says when it has. */
  write(text: string): boolean;
  end(text?: string): void;
  /** Breaks the connection, for an answer that was begun and cannot be completed. */
  destroy(): void;
  /** Told once if the client goes before the reply is at its end. */
  onClientClosed(listener: () => void): void;
  onDrain(listener: () => void): void;
}

/** What is sent to a provider. */
export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In milliseconds. */
  readonly connectTimeout: number;
}

/** Told of a provider's reply as it comes: one `head`, any `data`, then `end` or `fail`. */
export interface UpstreamSink {
  head(status: number, headers: HeaderMap): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: UpstreamError): void;
}

/** A request that is under way. */
export interface UpstreamCall {
  pause(): void;
  resume(): void;
  /** Closes the connection; the sink is told nothing more. */
  abort(): void;
  /** Nothing more is wanted: the connection may be used again if it is soon at its end, and is closed if not. */
  linger(): void;
}

/** Sends a request. The sink is told nothing before this has returned. */
export type Send = (request: UpstreamRequest, sink: UpstreamSink) => UpstreamCall;

/** Why a provider could not be talked to. */
export type UpstreamErrorCode = "connect_failed" | "connect_timeout" | "reset" | "invalid";

export class UpstreamError extends Error {
  override readonly name: string = "UpstreamError";
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
