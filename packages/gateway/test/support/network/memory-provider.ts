import { bodyText } from "../../../src/bytes.ts";
import type { Clock } from "../../../src/clock.ts";
import { playSteps } from "../../../src/sim/play-steps.ts";
import type { SimServerRequest } from "../../../src/sim/server.ts";
import type { Simulator } from "../../../src/sim/simulator.ts";
import {
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamErrorCode,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../../src/transport.ts";

type End = Awaited<SimServerRequest["ended"]>;

/** The simulated provider without sockets. It records its requests as the server does (`sim/server.ts`). */
export class MemoryProvider {
  readonly requests: MemoryRequest[] = [];
  private readonly simulator: Simulator;
  private readonly clock: Clock;

  constructor(simulator: Simulator, clock: Clock) {
    this.simulator = simulator;
    this.clock = clock;
  }

  readonly send: Send = (request, sink) => {
    const [, code] = FAILING.exec(request.url) ?? [];
    if (code !== undefined) return failingCall(code as UpstreamErrorCode, sink);
    const recorded = new MemoryRequest(request);
    this.requests.push(recorded);
    const steps = this.simulator.reply(request);
    const hangs = steps.some(({ type }) => type === "stall");
    return new MemoryCall(recorded, playSteps(steps, recorded.observe(sink), this.clock), hangs);
  };
}

/** The base URL of a provider to which every request fails in the transport. */
export function failingUrl(code: UpstreamErrorCode): string {
  return `http://${code}.invalid`;
}

const FAILING = /^http:\/\/(\w+)\.invalid/;

function failingCall(code: UpstreamErrorCode, sink: UpstreamSink): UpstreamCall {
  queueMicrotask(() => sink.fail(new UpstreamError(code, `the provider failed with ${code}`)));
  return { pause: () => {}, resume: () => {}, abort: () => {}, linger: () => {} };
}

class MemoryRequest implements SimServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly ended: Promise<End>;
  gone = false;
  private resolve: (end: End) => void = () => {};

  constructor({ method, url, headers, body = "" }: UpstreamRequest) {
    this.method = method;
    this.path = new URL(url).pathname + new URL(url).search;
    this.headers = headers;
    this.body = bodyText(body);
    this.ended = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** A sink that records how the response ends. */
  observe(sink: UpstreamSink): UpstreamSink {
    return {
      head: (status, headers) => sink.head(status, headers),
      data: (chunk) => sink.data(chunk),
      end: () => {
        this.end("sent");
        sink.end();
      },
      fail: (error) => {
        this.end("broken");
        sink.fail(error);
      },
    };
  }

  end(end: End): void {
    this.gone = end === "gone";
    this.resolve(end);
  }
}

class MemoryCall implements UpstreamCall {
  private readonly request: MemoryRequest;
  private readonly player: UpstreamCall;
  private readonly hangs: boolean;

  constructor(request: MemoryRequest, player: UpstreamCall, hangs: boolean) {
    this.request = request;
    this.player = player;
    this.hangs = hangs;
  }

  pause(): void {
    this.player.pause();
  }

  resume(): void {
    this.player.resume();
  }

  abort(): void {
    this.player.abort();
    this.request.end("gone");
  }

  // As with `nodeSend`: the rest is still received, unless it does not come.
  linger(): void {
    if (this.hangs) this.abort();
  }
}
