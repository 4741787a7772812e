import { type Failure, type JsonObject, stringifyJson, ToolMemory } from "@toolglot/core";
import { readObject } from "./body.ts";
import type { Config, Provider } from "./config/config.ts";
import { SIMULATED } from "./config/providers.ts";
import { countTokens } from "./count.ts";
import { admit, type Caller } from "./door.ts";
import { errorReply, GatewayError } from "./errors.ts";
import { Exchange, type Outcomes, type Question } from "./exchange.ts";
import { home } from "./home.ts";
import type { Log, RequestRecord } from "./log.ts";
import { Metrics } from "./metrics.ts";
import { listModels, oneModel } from "./models.ts";
import { Redactor } from "./redact.ts";
import type { Refusal } from "./refusal.ts";
import { RetryBudget } from "./retry.ts";
import { type Found, findRoute, type OwnAction } from "./routes.ts";
import { Simulator } from "./sim/simulator.ts";
import type { ResponseStore } from "./store/store.ts";
import { forgetStored, readStored, readStoredInput, stateHooks } from "./stored.ts";
import type { RouteMatch } from "./surfaces/surface.ts";
import { dryRun } from "./translate.ts";
import type { Incoming, Reply, Send } from "./transport.ts";
import { VERSION } from "./version.ts";

/** What a gateway works with; everything that touches the world is given to it. */
export interface GatewayOptions {
  readonly config: Config;
  readonly send: Send;
  readonly store: ResponseStore;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly makeId?: () => string;
  /** How far the event loop lags behind, in milliseconds. */
  readonly lag?: () => number;
}

/** What all requests share. */
export interface Shared {
  readonly config: Config;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  readonly metrics: Metrics;
  budget(provider: string): RetryBudget;
  memory(client: string, provider: string, profile: string | undefined): ToolMemory;
  sendTo(provider: Provider): Send;
  replyHeaders(question: Pick<Question, "id" | "match">): Record<string, string>;
}

/** The gateway: requests in, replies out, by any transport. */
export class Gateway implements Shared {
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  readonly redactor: Redactor = new Redactor();
  readonly metrics: Metrics = new Metrics();
  readonly simulator: Simulator = new Simulator();
  private current: Config;
  private readonly send: Send;
  private readonly logRecord: Log;
  private readonly lag: () => number;
  private readonly budgets = new Map<string, RetryBudget>();
  private readonly memories = new Map<string, ToolMemory>();
  private readonly perTenant = new Map<string, number>();
  private inFlight = 0;
  private streams = 0;
  private draining = false;
  private readonly troubles = new Map<string, string>();
  private readonly exchanges = new Set<Exchange>();

  constructor({
    config,
    send,
    store,
    log = () => {},
    now = Date.now,
    makeId = randomId,
    lag = () => 0,
  }: GatewayOptions) {
    this.current = config;
    this.send = send;
    this.store = store;
    this.logRecord = log;
    this.now = now;
    this.makeId = makeId;
    this.lag = lag;
    this.redactor.learn(secretsIn(config));
  }

  get config(): Config {
    return this.current;
  }

  /** How many requests are under way. */
  get load(): number {
    return this.inFlight;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Ends all that is under way, with an error in each client's dialect. */
  cutShort(): void {
    for (const exchange of this.exchanges) exchange.cutShort();
  }

  /** From now on this holds; requests that are under way keep what they began with. */
  configure(config: Config): void {
    this.redactor.learn(secretsIn(config));
    this.current = config;
  }

  /** Something is not as it should be, and does not keep the gateway from serving; `undefined` when it is mended. */
  report(part: string, trouble: string | undefined): void {
    if (trouble === undefined) this.troubles.delete(part);
    else this.troubles.set(part, this.redactor.redact(trouble));
  }

  /** Tells who asks whether to send requests here that the time for new ones is over. */
  drain(): void {
    this.draining = true;
  }

  log(level: "info" | "warn" | "error", event: string, message: string): void {
    this.logRecord({ event, level, message: this.redactor.redact(message) });
  }

  /** Answers one request; never throws. */
  async handle(incoming: Incoming, reply: Reply): Promise<void> {
    const started = this.now();
    const id = this.makeId();
    const found = findRoute(incoming.method, incoming.url, incoming.headers);
    let record: Partial<RequestRecord> = {};
    this.inFlight++;
    try {
      record = await this.answer({ incoming, reply, found, id });
    } catch (error) {
      record = this.answerError(error, { reply, found, id });
    } finally {
      this.inFlight--;
    }
    this.tell({ incoming, found, id, started, record });
  }

  budget(provider: string): RetryBudget {
    return remembered(this.budgets, provider, () => new RetryBudget());
  }

  memory(client: string, provider: string, profile: string | undefined): ToolMemory {
    return remembered(this.memories, `${client} ${provider} ${profile ?? ""}`, () => new ToolMemory());
  }

  sendTo({ dialect, baseUrl }: Provider): Send {
    return baseUrl === SIMULATED ? this.simulator.sender(dialect) : this.send;
  }

  replyHeaders({ id, match }: Pick<Question, "id" | "match">): Record<string, string> {
    return { [match.surface.client.requestIdHeader]: `req_${id}` };
  }

  // ── one request ───────────────────────────────────────────────────────────

  private async answer(request: Handled): Promise<Partial<RequestRecord>> {
    const { incoming, reply, found } = request;
    const caller = await admit(incoming, this.current);
    if (found.type === "own") {
      const status = await this.own(found.action, incoming, reply);
      return { status, outcome: "success" };
    }
    if (found.type === "none") throw notFound(incoming, found);
    this.checkLoad();
    const release = this.occupy(caller);
    try {
      return await this.asked(request, found.match, caller);
    } finally {
      release();
    }
  }

  private async asked(
    { incoming, reply, id }: Handled,
    match: RouteMatch,
    caller: Caller,
  ): Promise<Partial<RequestRecord>> {
    const { server } = this.current;
    const read = async () => readObject(await incoming.body(server.maxBody));
    const headers = this.replyHeaders({ id, match });
    switch (match.action) {
      case "generate":
        return this.generate({ incoming, reply, id, match, caller, body: await read() });
      case "count": {
        const { value, headers: more, record } = await countTokens(this, match, incoming.headers, await read());
        answerJson(reply, 200, value, { ...headers, ...more });
        return record;
      }
      case "models":
        answerJson(reply, 200, match.surface.client.models(listModels(this.current)), headers);
        return DONE;
      case "model":
        answerJson(reply, 200, match.surface.client.model(oneModel(this.current, match.params.model ?? "")), headers);
        return DONE;
      case "show": {
        const { model, name } = await read();
        answerJson(
          reply,
          200,
          match.surface.client.model(oneModel(this.current, String(model ?? name ?? ""))),
          headers,
        );
        return DONE;
      }
      case "version":
        answerJson(reply, 200, { version: VERSION }, headers);
        return DONE;
      case "stored":
        answerJson(reply, 200, await readStored(this.store, caller, match.params.id ?? ""), headers);
        return DONE;
      case "stored-input":
        answerJson(reply, 200, await readStoredInput(this.store, caller, match.params.id ?? "", match.query), headers);
        return DONE;
      case "forget":
        answerJson(reply, 200, await forgetStored(this, caller, match.params.id ?? ""), headers);
        return DONE;
    }
  }

  private async generate(asked: Asked): Promise<Partial<RequestRecord>> {
    const question = questionOf(asked);
    const { reply } = asked;
    const hooks = await stateHooks(this, question);
    const exchange = new Exchange(this, question, reply, hooks);
    this.exchanges.add(exchange);
    if (question.streams) this.streams++;
    try {
      const outcomes = await exchange.run();
      if (outcomes.refusal !== undefined) this.refuse(outcomes.refusal, outcomes, question, reply);
      else if (outcomes.outcome === "success") await hooks.done();
      return recordOf(question, outcomes);
    } finally {
      this.exchanges.delete(exchange);
      if (question.streams) this.streams--;
    }
  }

  private refuse(refusal: Refusal, outcomes: Outcomes, question: Question, reply: Reply): void {
    const { retryAfter } = refusal;
    answerText(reply, refusal.status, this.redactor.redact(stringifyJson(refusal.value)), {
      ...this.replyHeaders(question),
      "x-toolglot-attempts": String(outcomes.attempts.length),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    });
  }

  private checkLoad(): void {
    const { maxInFlight, maxLag } = this.current.server;
    // A machine that is busy with something else is no reason to turn away the few who come.
    const isLate = maxLag > 0 && this.inFlight > FEW && this.lag() > maxLag;
    if (this.inFlight <= maxInFlight && !isLate) return;
    throw new GatewayError("unavailable", "overloaded", "the gateway is busy; try again soon", { retryAfter: 1 });
  }

  private occupy({ tenant, concurrency }: Caller): () => void {
    const taken = this.perTenant.get(tenant) ?? 0;
    if (concurrency > 0 && taken >= concurrency)
      throw new GatewayError("rate-limit", "too_many_requests", `this key may have ${concurrency} requests under way`, {
        retryAfter: 1,
      });
    this.perTenant.set(tenant, taken + 1);
    return () => this.perTenant.set(tenant, (this.perTenant.get(tenant) ?? 1) - 1);
  }

  // ── what is not about models ──────────────────────────────────────────────

  private async own(action: OwnAction, incoming: Incoming, reply: Reply): Promise<number> {
    const read = async () => readObject(await incoming.body(this.current.server.maxBody));
    switch (action) {
      case "home":
        return answerText(reply, 200, incoming.method === "HEAD" ? "" : home(this.current), {}, HTML);
      case "healthz":
        return answerJson(reply, 200, { status: "ok", version: VERSION });
      case "readyz":
        return answerJson(reply, this.draining ? 503 : 200, this.readiness());
      case "metrics":
        return answerText(reply, 200, this.metrics.text(this.gauges()), {}, "text/plain; version=0.0.4; charset=utf-8");
      case "translate":
        return answerJson(reply, 200, dryRun(await read()));
      case "sim-expect":
        return answerJson(reply, 200, this.simulator.expect(await read()));
    }
  }

  private readiness(): JsonObject {
    const status = this.draining ? "draining" : "ready";
    return this.troubles.size === 0 ? { status } : { status, troubles: Object.fromEntries(this.troubles) };
  }

  private gauges(): Record<string, number> {
    return { "toolglot.requests.in_flight": this.inFlight, "toolglot.streams.in_flight": this.streams };
  }

  // ── errors and records ────────────────────────────────────────────────────

  private answerError(
    error: unknown,
    { reply, found, id }: Pick<Handled, "reply" | "found" | "id">,
  ): Partial<RequestRecord> {
    const failure = failureOf(error);
    if (failure.code === "internal")
      this.log("error", "bug", error instanceof Error ? (error.stack ?? "") : String(error));
    const dialect = found.type === "dialect" ? found.match.surface.dialect : found.type === "none" ? found.dialect : "";
    const { status, value } = errorReply(dialect, failure);
    const { retryAfter, code = failure.kind } = failure;
    if (reply.begun) reply.destroy();
    else
      answerText(reply, status, this.redactor.redact(stringifyJson(value)), {
        ...(found.type === "dialect" ? this.replyHeaders({ id, match: found.match }) : {}),
        ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
        ...(found.type === "none" && found.methods !== undefined ? { allow: found.methods.join(", ") } : {}),
        // What was not read to its end cannot be followed by another request.
        ...(status === 413 || status === 408 ? { connection: "close" } : {}),
      });
    return { status, outcome: "error", errorType: code, error: failure.message };
  }

  private tell({ incoming, found, id, started, record }: Told): void {
    const durationMs = this.now() - started;
    const path = incoming.url.split("?", 1)[0] ?? "";
    const client = found.type === "dialect" ? { client: found.match.surface.dialect } : {};
    const whole = { event: "request", id, method: incoming.method, path, ...client, ...DONE, ...record, durationMs };
    const { firstChunkAt, ...rest } = whole as typeof whole & { firstChunkAt?: number };
    const complete = {
      ...rest,
      ...(firstChunkAt === undefined ? {} : { firstChunkMs: firstChunkAt - started }),
      ...(rest.error === undefined ? {} : { error: this.redactor.redact(rest.error) }),
    } as RequestRecord;
    this.metrics.observe(complete);
    this.logRecord(complete);
  }
}

interface Handled {
  readonly incoming: Incoming;
  readonly reply: Reply;
  readonly found: Found;
  readonly id: string;
}

interface Told extends Omit<Handled, "reply"> {
  readonly started: number;
  readonly record: Partial<RequestRecord>;
}

interface Asked {
  readonly incoming: Incoming;
  readonly reply: Reply;
  readonly id: string;
  readonly match: RouteMatch;
  readonly caller: Caller;
  readonly body: JsonObject;
}

/** So few requests are never too many. */
const FEW = 32;

const DONE = { status: 200, outcome: "success" } as const;
const HTML = "text/html; charset=utf-8";

function questionOf({ incoming, id, match, caller, body }: Asked): Question {
  const model = match.params.model ?? body.model;
  if (typeof model !== "string" || model === "")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const streams = match.surface.client.streams(body, match);
  return { id, match, headers: incoming.headers, body, model, streams, caller };
}

function recordOf({ model, streams, caller }: Question, outcomes: Outcomes): Partial<RequestRecord> {
  const { destination, usage, refusal: _, ...rest } = outcomes;
  return {
    ...rest,
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model,
    stream: streams,
    ...(destination === undefined ? {} : { provider: destination.provider.name, providerModel: destination.model }),
    ...(usage === undefined ? {} : { usage: { input: usage.input, output: usage.output } }),
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof GatewayError) return error.failure;
  return { kind: "server", status: 500, code: "internal", message: "the gateway failed at this; its log says more" };
}

function notFound({ method, url }: Incoming, { methods, hint }: Extract<Found, { type: "none" }>): GatewayError {
  const path = url.split("?", 1)[0] ?? url;
  if (methods !== undefined)
    return new GatewayError(
      "invalid-request",
      "method_not_allowed",
      `${path} takes ${methods.join(", ")}, not ${method}`,
      {
        status: 405,
      },
    );
  return new GatewayError("not-found", "not_found", `nothing is at ${path}${hint === undefined ? "" : `; ${hint}`}`);
}

/** Answers with JSON, and tells the status. */
export function answerJson(
  reply: Reply,
  status: number,
  value: JsonObject,
  headers: Record<string, string> = {},
): number {
  return answerText(reply, status, stringifyJson(value), headers);
}

function answerText(
  reply: Reply,
  status: number,
  text: string,
  headers: Record<string, string>,
  type = "application/json; charset=utf-8",
): number {
  reply.begin(status, { ...headers, "content-type": type });
  reply.end(text);
  return status;
}

function remembered<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function secretsIn({ providers }: Config): string[] {
  return [...providers.values()].flatMap(({ apiKey, headers }) => [
    ...(apiKey ? [apiKey] : []),
    ...Object.values(headers),
  ]);
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
