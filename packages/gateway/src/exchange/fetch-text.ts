import { type Clock, systemClock } from "../clock.ts";
import { clientClosedError, GatewayError } from "../errors.ts";
import type { HeaderMap, Send, UpstreamCall, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import { BodyCollector } from "./body-collector.ts";
import { Deadline } from "./deadline.ts";
import { isErrorStatus } from "./response-head.ts";

/** A provider's whole response. */
export interface TextResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly text: string;
}

export interface FetchOptions {
  /** In milliseconds. */
  readonly timeout: number;
  readonly onClientClosed?: (listener: () => void) => void;
  readonly clock?: Clock;
  /** The largest response that is read, in bytes. */
  readonly maxBytes?: number;
}

/** More than any list of models takes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Sends a request, such as one for the list of models, and waits for the whole response. */
export function fetchText(
  send: Send,
  request: UpstreamRequest,
  { timeout, onClientClosed, clock = systemClock, maxBytes = MAX_BYTES }: FetchOptions,
): Promise<TextResponse> {
  const fetching = new Fetching(timeout, clock, maxBytes);
  fetching.start(send, request);
  onClientClosed?.(() => fetching.stop(clientClosedError()));
  return fetching.response;
}

class Fetching implements UpstreamSink {
  readonly response: Promise<TextResponse>;
  private resolve: (response: TextResponse) => void = () => {};
  private reject: (error: GatewayError) => void = () => {};
  private readonly body = new BodyCollector();
  private readonly deadline: Deadline;
  private readonly maxBytes: number;
  private received: { readonly status: number; readonly headers: HeaderMap } = { status: 0, headers: {} };
  private call: UpstreamCall | undefined;

  constructor(timeout: number, clock: Clock, maxBytes: number) {
    this.maxBytes = maxBytes;
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.deadline = new Deadline(clock, () =>
      this.stop(new GatewayError("timeout", "timeout", "the provider did not respond in time")),
    );
    this.deadline.set(timeout);
  }

  start(send: Send, request: UpstreamRequest): void {
    this.call = send(request, this);
  }

  stop(error: GatewayError): void {
    this.deadline.clear();
    this.call?.abort();
    this.reject(error);
  }

  head(status: number, headers: HeaderMap): void {
    this.received = { status, headers };
    if (status >= 300 && status < 400) this.failWith("upstream_redirect", "redirects are not followed");
    else if (status < 200 || (status >= 300 && !isErrorStatus(status)))
      this.failWith(
        "upstream_invalid",
        `the provider responded with the status ${status}, which is neither a success nor an error`,
      );
  }

  data(chunk: Uint8Array): void {
    if (!this.body.add(chunk, this.maxBytes))
      this.failWith("upstream_too_large", "the provider's response is too large");
  }

  end(): void {
    this.deadline.clear();
    this.resolve({ ...this.received, text: this.body.takeText() });
  }

  fail({ code, message, cause }: UpstreamError): void {
    const kind = code === "connect_timeout" ? "timeout" : "server";
    const error = new GatewayError(kind, `upstream_${code}`, message);
    error.cause = cause;
    this.stop(error);
  }

  private failWith(code: string, message: string): void {
    this.stop(new GatewayError("server", code, message));
  }
}
