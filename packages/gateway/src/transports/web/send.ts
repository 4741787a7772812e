import {
  type HeaderMap,
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../transport.ts";

/**
 * Sends requests by `fetch`. It does not tell when a connection is made, so that there is no time limit for that alone;
 * the one for the first piece of an answer holds.
 */
export const webSend: Send = (request, sink) => {
  const call = new WebCall(sink);
  void call.run(request);
  return call;
};

/** How long a connection whose answer is complete may take to say so. */
const LINGER = 1000;

class WebCall implements UpstreamCall {
  private readonly sink: UpstreamSink;
  private readonly controller = new AbortController();
  private isQuiet = false;
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
    this.isQuiet = true;
    this.controller.abort();
    this.resume();
  }

  linger(): void {
    this.isQuiet = true;
    this.lingering = setTimeout(() => this.abort(), LINGER);
    this.resume();
  }

  async run(request: UpstreamRequest): Promise<void> {
    try {
      const response = await fetch(request.url, this.options(request));
      this.hasBegun = true;
      if (!this.isQuiet) this.sink.head(statusOf(response), headersOf(response));
      await this.read(response.body);
      if (!this.isQuiet) this.sink.end();
    } catch (error) {
      if (!this.isQuiet) this.sink.fail(this.errorOf(error));
    } finally {
      clearTimeout(this.lingering);
    }
  }

  private options({ method, headers, body }: UpstreamRequest): RequestInit {
    const { signal } = this.controller;
    return { method, headers, redirect: "manual", signal, ...(body === undefined ? {} : { body }) };
  }

  // What is not read is not sent: the runtime's buffers fill up, and the provider has to wait.
  private async read(body: ReadableStream<Uint8Array> | null): Promise<void> {
    const reader = body?.getReader();
    while (reader !== undefined) {
      if (this.isPaused) await this.resumed();
      const { done, value } = await reader.read();
      if (done) return;
      if (!this.isQuiet) this.sink.data(value);
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

// Where a runtime does not show a redirect, it still does not follow it.
function statusOf({ status }: Response): number {
  return status === 0 ? 302 : status;
}

// A body that came compressed was taken out of it by the runtime.
function headersOf({ headers }: Response): HeaderMap {
  const { "content-encoding": _, "content-length": __, ...rest } = Object.fromEntries(headers);
  return rest;
}

// Runtimes that say what went wrong say it in the cause.
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = (error.cause ?? error) as { readonly code?: unknown };
  return typeof code === "string" ? code : error.name;
}
