/** Headers by their names in lower case. */
export type HeaderMap = Readonly<Record<string, string | undefined>>;

/** A client's request. */
export interface Incoming {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly headers: HeaderMap;
  /** The headers that must be sent once and were sent more often. */
  readonly repeatedHeaders?: readonly string[];
  /** Reads the whole body; throws if it is larger than `maxBytes`, the config's `server.maxBody`. */
  body(maxBytes: number): Promise<Uint8Array>;
}

/** The reply to a client. */
export interface Reply {
  readonly begun: boolean;
  begin(status: number, headers: Readonly<Record<string, string>>): void;
  /** Returns false if the client does not keep up; `onDrain` then tells when it does again. */
  write(chunk: string | Uint8Array): boolean;
  end(body?: string | Uint8Array): void;
  /** Closes the connection of a reply that was begun and cannot be completed. */
  destroy(): void;
  /** The listener is called once if the client closes the connection before the end of the reply. */
  onClientClosed(listener: () => void): void;
  onDrain(listener: () => void): void;
  /** Switches to a WebSocket in place of a reply; absent if the client does not ask for it or the transport has none. */
  acceptWebSocket?(connect: (socket: ClientSocket) => SocketListener): void;
}

/** A client's WebSocket. */
export interface ClientSocket {
  /** Sends a message; returns false if the client does not keep up, and `onDrain` then tells when it does again. */
  send(text: string): boolean;
  /** Closes the connection after what was sent; the codes are those of https://www.rfc-editor.org/rfc/rfc6455#section-7.4. */
  close(code: number, reason: string): void;
  /** Closes the connection at once. */
  destroy(): void;
}

/** Is told what happens on a client's WebSocket. */
export interface SocketListener {
  onMessage(text: string): void;
  onBinaryMessage(): void;
  /** A message that is larger than `maxBytes`, the config's `server.maxBody`, was not read. */
  onTooLargeMessage(maxBytes: number): void;
  onDrain(): void;
  /** The connection is closed, by whomever; called once. */
  onClosed(): void;
}

/** A request to a provider. */
export interface UpstreamRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** In milliseconds. */
  readonly connectTimeout: number;
}

/** Receives a provider's response: one `head`, any number of `data`, then `end` or `fail`. */
export interface UpstreamSink {
  head(status: number, headers: HeaderMap): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: UpstreamError): void;
}

/** A request in flight. */
export interface UpstreamCall {
  pause(): void;
  resume(): void;
  /** Closes the connection; the sink is not called any more. */
  abort(): void;
  /** Ignores the rest: the connection can be reused if the response ends soon, and is closed otherwise. */
  linger(): void;
}

/** Sends a request. The sink is not called before this has returned. */
export type Send = (request: UpstreamRequest, sink: UpstreamSink) => UpstreamCall;

/** Why there is no response. */
export type UpstreamErrorCode =
  | "connect_failed"
  | "connect_timeout"
  | "credentials"
  | "reset"
  | "invalid"
  | "truncated";

export class UpstreamError extends Error {
  override readonly name: string = "UpstreamError";
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What a server transport serves. */
export interface RequestHandler {
  /** Handles one request; never throws. */
  handle(incoming: Incoming, reply: Reply): Promise<void>;
}

/** A handler that a server can stop: without new requests first, then with an error for those in flight. */
export interface StoppableHandler extends RequestHandler {
  readonly isDraining: boolean;
  readonly config: {
    readonly server: {
      readonly preStop: number;
      readonly drain: number;
      readonly writeTimeout: number;
      readonly keepAlive: number;
      readonly maxBody: number;
      /** The files of a certificate. */
      readonly tls?: { readonly cert: string; readonly key: string };
    };
  };
  /** The certificate was renewed, or could not be. */
  reportCertificate(trouble: string | undefined): void;
  drain(): void;
  /** Closes WebSockets, those with a response in flight after its end, and accepts no more. */
  closeWebSockets(): void;
  abortAll(): void;
}
