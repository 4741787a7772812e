import {
  type HeaderMap,
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../transport.ts";

/**
 * Sends requests with `fetch`. It does not tell when the connection is made, so the connect timeout does not apply; the
 * timeout for the first byte does.
 */
export const webSend: Send = (request, sink) => {
  const call = new WebCall(sink);
  void call.run(request);
  return call;
};

/** How long to wait for the end of a response after its last event, in milliseconds. */
const LINGER = 1000;

class WebCall implements UpstreamCall {
  private readonly sink: UpstreamSink;
  private readonly controller = new AbortController();
  private isDetached = false;
  private isPaused = false;
  private hasBegun = false;
  private wake: () => void = () => {};
  private lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(sink: UpstreamSink) {
    this.sink = sink;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.wake();
  }

  abort(): void {
    this.isDetached = true;
    this.controller.abort();
    this.resume();
  }

  linger(): void {
    this.isDetached = true;
    this.lingering = setTimeout(() => this.abort(), LINGER);
    this.resume();
  }

  async run(request: UpstreamRequest): Promise<void> {
    try {
      const response = await fetch(request.url, this.options(request));
      this.hasBegun = true;
      if (!this.isDetached) this.sink.head(statusOf(response), headersOf(response));
      await this.read(response.body);
      if (!this.isDetached) this.sink.end();
    } catch (error) {
      if (!this.isDetached) this.sink.fail(this.errorOf(error));
    } finally {
      clearTimeout(this.lingering);
    }
  }

  private options({ method, headers, body }: UpstreamRequest): RequestInit {
    const { signal } = this.controller;
    return { method, headers, redirect: "manual", signal, ...(body === undefined ? {} : { body }) };
  }

  // Backpressure: as long as nothing is read, the runtime's buffers fill up and the provider has to wait.
  private async read(body: ReadableStream<Uint8Array> | null): Promise<void> {
    const reader = body?.getReader();
    while (reader !== undefined) {
      if (this.isPaused) await this.resumed();
      const { done, value } = await reader.read();
      if (done) return;
      if (!this.isDetached) this.sink.data(value);
    }
  }

  private resumed(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private errorOf(error: unknown): UpstreamError {
    const code = codeOf(error);
    const isBroken = this.hasBegun || /RESET|SOCKET|EPIPE|HPE_/.test(code);
    return isBroken
      ? new UpstreamError("reset", `the connection to the provider broke (${code})`)
      : new UpstreamError("connect_failed", `the provider could not be reached (${code})`);
  }
}

// A redirect that is not followed has the status 0: https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
function statusOf({ status }: Response): number {
  return status === 0 ? 302 : status;
}

// The runtime has decompressed the body.
function headersOf({ headers }: Response): HeaderMap {
  const { "content-encoding": _, "content-length": __, ...rest } = Object.fromEntries(headers);
  return rest;
}

// Node and others have the code in the cause.
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = (error.cause ?? error) as { readonly code?: unknown };
  return typeof code === "string" ? code : error.name;
}
