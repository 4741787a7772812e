import type { StreamUnwrapper } from "../../bindings/binding.ts";
import { type HeaderMap, type Send, type UpstreamCall, UpstreamError, type UpstreamSink } from "../../transport.ts";

/** Sends requests whose responses may be streams in a platform's framing, and passes these on in the dialect's own. */
export function unwrappedSend(send: Send, createUnwrapper: () => StreamUnwrapper): Send {
  return (request, sink) => {
    const unwrapping = new UnwrappingSink(sink, createUnwrapper);
    unwrapping.call = send(request, unwrapping);
    return unwrapping.call;
  };
}

class UnwrappingSink implements UpstreamSink {
  call: UpstreamCall | undefined;
  private readonly sink: UpstreamSink;
  private readonly createUnwrapper: () => StreamUnwrapper;
  private unwrapper: StreamUnwrapper | undefined;
  private isOver = false;

  constructor(sink: UpstreamSink, createUnwrapper: () => StreamUnwrapper) {
    this.sink = sink;
    this.createUnwrapper = createUnwrapper;
  }

  head(status: number, headers: HeaderMap): void {
    const unwrapper = this.createUnwrapper();
    if (!unwrapper.contentTypes.test(headers["content-type"] ?? "")) {
      this.sink.head(status, headers);
      return;
    }
    this.unwrapper = unwrapper;
    this.sink.head(status, { ...headers, "content-type": unwrapper.contentType });
  }

  data(chunk: Uint8Array): void {
    if (this.isOver) return;
    const { unwrapper } = this;
    if (unwrapper === undefined) this.sink.data(chunk);
    else this.pass(unwrapper, unwrapper.push(chunk));
  }

  end(): void {
    if (this.isOver) return;
    const { unwrapper } = this;
    if (unwrapper !== undefined) this.pass(unwrapper, unwrapper.end());
    if (!this.isOver) this.sink.end();
  }

  fail(error: UpstreamError): void {
    if (!this.isOver) this.sink.fail(error);
  }

  private pass({ failure }: StreamUnwrapper, text: string): void {
    if (text !== "") this.sink.data(encoder.encode(text));
    if (failure === undefined) return;
    this.isOver = true;
    this.call?.abort();
    // As streams that the core cannot read are called.
    this.sink.fail(new UpstreamError("truncated", `the provider's stream cannot be read: ${failure}`));
  }
}

const encoder = new TextEncoder();
