import { AsyncLocalStorage } from "node:async_hooks";
import type { FastOption } from "@toolglot/core";
import { bodyText } from "../../src/bytes.ts";
import { systemClock } from "../../src/clock.ts";
import { Gateway } from "../../src/gateway.ts";
import { isRequestRecord, type LogRecord } from "../../src/observe/log.ts";
import { playSteps } from "../../src/sim/play-steps.ts";
import type { SimStep } from "../../src/sim/steps.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import type { Send, UpstreamRequest } from "../../src/transport.ts";
import { handleWebRequest } from "../../src/transports/web/handler.ts";
import { configOf, type GatewaySetup } from "../support/gateway.ts";
import { wireText } from "../support/wire-text.ts";

/** A client's request as text, and what the provider responds with. */
export interface ObservedRequest {
  readonly path: string;
  readonly body: string;
  readonly respond: (request: UpstreamRequest) => readonly SimStep[];
}

/** Everything that a request makes a gateway do, as far as somebody sees it. */
export interface Observed {
  readonly sent: readonly unknown[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly logged: readonly unknown[];
}

/** What belongs to one request, also while others are in flight. */
interface Scope {
  readonly number: number;
  ids: number;
  readonly sent: unknown[];
  readonly logged: LogRecord[];
  readonly respond: ObservedRequest["respond"];
}

/** A gateway in memory, in which ids follow from the number of the request alone. */
export class ObservedGateway {
  private readonly gateway: Gateway;
  private readonly scopes = new AsyncLocalStorage<Scope>();

  constructor(setup: GatewaySetup, fast: FastOption) {
    const config = configOf(setup);
    this.gateway = new Gateway({
      config,
      send: this.send,
      store: new MemoryStore(config.store),
      log: (record) => this.scope.logged.push(record),
      now: () => NOW,
      makeId: () => `${this.scope.number}f${this.scope.ids++}`.padEnd(32, "0"),
      fast,
    });
  }

  exchange(number: number, { path, body, respond }: ObservedRequest): Promise<Observed> {
    const scope: Scope = { number, ids: 0, sent: [], logged: [], respond };
    return this.scopes.run(scope, async () => {
      const headers = { "content-type": "application/json" };
      const request = new Request(`http://localhost${path}`, { method: "POST", headers, body });
      const response = await handleWebRequest(this.gateway, request);
      const bytes = Buffer.from(await response.arrayBuffer());
      return {
        sent: scope.sent,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: wireText(bytes, response.headers.get("content-type") ?? ""),
        logged: scope.logged.map(withoutTimes),
      };
    });
  }

  private get scope(): Scope {
    return this.scopes.getStore() as Scope;
  }

  private readonly send: Send = (request, sink) => {
    const { method, url, headers, body = "" } = request;
    this.scope.sent.push({ method, url, headers, body: bodyText(body) });
    return playSteps(this.scope.respond(request), sink, systemClock);
  };
}

const NOW = Date.UTC(2026, 10, 16);

function withoutTimes(record: LogRecord): unknown {
  if (!isRequestRecord(record)) return record;
  const { durationMs: _, firstChunkMs: _first, attempts = [], ...others } = record;
  return { ...others, attempts: attempts.map(({ durationMs: _each, ...attempt }) => attempt) };
}
