import { BodyReader, type Failure, type JsonObject, stringifyJson, ToolMemory } from "@toolglot/core";
import type { Config, Provider } from "./config/config.ts";
import { SIMULATED } from "./config/providers.ts";
import { encodeFailure, GatewayError, truncateBody } from "./errors.ts";
import type { ErrorReply } from "./exchange/error-reply.ts";
import { Exchange, type ExchangeResult, type GenerateRequest } from "./exchange/exchange.ts";
import { LearnedModelFacts } from "./exchange/learned-facts.ts";
import { RetryBudget } from "./exchange/retry.ts";
import { type ActionRequest as Asked, performAction } from "./http/actions.ts";
import { handleAdmin } from "./http/admin.ts";
import { Admission } from "./http/admission.ts";
import { apiKeyIn, authorize, credentialsIn } from "./http/auth.ts";
import { randomId } from "./http/random-id.ts";
import { sendText } from "./http/reply.ts";
import { parseRequestBody } from "./http/request-body.ts";
import { findRoute, type RouteResult } from "./http/routes.ts";
import { CooperativeScheduler } from "./limits/cooperative-scheduler.ts";
import { InFlight } from "./limits/in-flight.ts";
import { checkToolCount } from "./limits/tool-limit.ts";
import type { Log, LogRecord } from "./observe/log.ts";
import { Metrics } from "./observe/metrics.ts";
import { Redactor, redactCredentials, secretsInHeader } from "./observe/redact.ts";
import { type LogFields, logFieldsOf, requestRecord } from "./observe/request-record.ts";
import { responsesHooks } from "./responses-state/hooks.ts";
import { Simulator } from "./sim/simulator.ts";
import { BoundedStore } from "./store/bounded.ts";
import { ReasoningStore } from "./store/reasoning-store.ts";
import type { ResponseStore } from "./store/store.ts";
import type { Incoming, Reply, Send } from "./transport.ts";

/** What a gateway works with; everything that touches the world is given to it. */
export interface GatewayOptions {
  readonly config: Config;
  readonly send: Send;
  readonly store: ResponseStore;
  /** Where models' reasoning is kept; with the answers unless told. */
  readonly reasoning?: ResponseStore;
  readonly log?: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly makeId?: () => string;
  /** How far the event loop lags behind, in milliseconds. */
  readonly lag?: () => number;
}

/** What all requests share. */
export interface Services {
  readonly config: Config;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  readonly reasoning: ReasoningStore;
  readonly learnedFacts: LearnedModelFacts;
  readonly metrics: Metrics;
  readonly scheduler: CooperativeScheduler;
  retryBudget(provider: string): RetryBudget;
  toolMemory(client: string, provider: string, profile: string | undefined): ToolMemory;
  senderFor(provider: Provider): Send;
  replyHeaders(question: Pick<GenerateRequest, "id" | "match">): Record<string, string>;
  reportBug(error: unknown): void;
}

/** The gateway: requests in, replies out, by any transport. */
export class Gateway implements Services {
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  readonly reasoning: ReasoningStore;
  readonly learnedFacts: LearnedModelFacts = new LearnedModelFacts();
  readonly redactor: Redactor = new Redactor();
  readonly metrics: Metrics = new Metrics((provider, model) => namesModel(this.current, provider, model));
  readonly scheduler: CooperativeScheduler = new CooperativeScheduler();
  readonly simulator: Simulator = new Simulator();
  readonly admission: Admission;
  /** What is not as it should be, and does not keep the gateway from serving. */
  readonly troubles: Map<string, string> = new Map();
  private current: Config;
  private readonly send: Send;
  private readonly writeLog: Log;
  private readonly budgets = new Map<string, RetryBudget>();
  private readonly memories = new Map<string, ToolMemory>();
  private readonly reader = new BodyReader();
  private draining = false;
  private readonly inFlight = new InFlight<Exchange>();

  constructor({
    config,
    send,
    store,
    reasoning = store,
    log = () => {},
    now = Date.now,
    makeId = randomId,
    lag = () => 0,
  }: GatewayOptions) {
    this.current = config;
    this.send = send;
    this.store = new BoundedStore(store, {
      timeout: config.store.timeout,
      onTrouble: (each) => this.reportStore(each),
    });
    this.reasoning = this.reasoningIn(reasoning, config.store.timeout);
    this.writeLog = log;
    this.now = now;
    this.makeId = makeId;
    this.admission = new Admission(lag);
    this.redactor.learn(secretsIn(config));
  }

  get config(): Config {
    return this.current;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Ends all that is under way, with an error in each client's dialect. */
  abortAll(): void {
    for (const exchange of this.inFlight.all()) exchange.shutDown();
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
    this.write({ event, level, message: this.redactor.redact(message) });
  }

  /** Answers one request; never throws. */
  async handle(incoming: Incoming, reply: Reply): Promise<void> {
    const request = {
      incoming,
      reply,
      id: this.makeId(),
      started: this.now(),
      found: findRoute(incoming.method, incoming.url, incoming.headers),
      redact: this.redactFor(incoming),
    };
    this.admission.requests++;
    try {
      this.logRequest(request, await this.answer(request));
    } catch (error) {
      this.logRequest(request, this.answerError(error, request));
    } finally {
      this.admission.requests--;
    }
  }

  retryBudget(provider: string): RetryBudget {
    return remembered(this.budgets, provider, () => new RetryBudget(this.now()));
  }

  toolMemory(client: string, provider: string, profile: string | undefined): ToolMemory {
    return remembered(this.memories, `${client} ${provider} ${profile ?? ""}`, () => new ToolMemory());
  }

  senderFor({ dialect, baseUrl }: Provider): Send {
    return baseUrl === SIMULATED ? this.simulator.sender(dialect) : this.send;
  }

  replyHeaders({ id, match }: Pick<GenerateRequest, "id" | "match">): Record<string, string> {
    return { [match.binding.client.requestIdHeader]: `req_${id}` };
  }

  /** Takes secrets out of a text, and what this client has sent as its key. */
  private redactFor({ headers, url }: Incoming): Redact {
    let sent: readonly string[] | undefined;
    const without = (text: string) => {
      sent ??= credentialsIn(headers, url);
      return redactCredentials(text, sent);
    };
    return {
      all: (text) => this.redactor.redact(without(text)),
      start: (text, most) => this.redactor.redactStart(without(text), most),
    };
  }

  reportBug(error: unknown): void {
    this.log("error", "bug", error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  // ── one request ───────────────────────────────────────────────────────────

  private async answer(request: PendingRequest): Promise<LogFields> {
    const { incoming, reply, found } = request;
    const { config } = this;
    const admitted = authorize(incoming, config);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    // The config may know a key by its hash alone.
    if (caller.tenant !== "") this.redactor.learn(apiKeyIn(incoming.headers, incoming.url));
    const { maxBody, maxTools } = config.server;
    const read = async () => checkToolCount(await this.readBody(await incoming.body(maxBody)), maxTools);
    if (found.type === "own") return { status: await handleAdmin(this, found.action, reply, read) };
    if (found.type === "none") throw notFound(incoming, found);
    const release = this.admission.admit(caller, config.server);
    try {
      const onClientClosed = (listener: () => void) => reply.onClientClosed(listener);
      const asked = { match: found.match, caller, headers: incoming.headers, read, onClientClosed };
      return await this.answerDialect(asked, request);
    } finally {
      release();
    }
  }

  private async answerDialect(asked: Asked, request: PendingRequest): Promise<LogFields> {
    const { match } = asked;
    const { id, reply, redact } = request;
    if (match.action === "generate") return await this.generate(questionOf(asked, request, await asked.read()), reply);
    const { value, headers, logFields: findings } = await performAction(this, match.action, asked);
    const text = stringifyJson(value);
    // What was stored is the client's own; everything else may repeat its words to others.
    const told = STORED.has(match.action) ? text : redact.all(text);
    sendText(reply, 200, told, { ...this.replyHeaders({ id, match }), ...headers });
    return findings;
  }

  // To read a large body takes a while: others have a turn before that and after it.
  private async readBody(bytes: Uint8Array): Promise<JsonObject> {
    if (bytes.length < LARGE) return parseRequestBody(bytes, this.reader);
    await this.scheduler.nextTurn();
    const body = parseRequestBody(bytes, this.reader);
    await this.scheduler.nextTurn();
    return body;
  }

  private async generate(question: GenerateRequest, reply: Reply): Promise<LogFields> {
    const kept = responsesHooks(this, question);
    const hooks = kept instanceof Promise ? await kept : kept;
    const exchange = new Exchange(this, question, reply, hooks);
    this.inFlight.add(exchange);
    if (question.stream) this.admission.streams++;
    try {
      const outcomes = await exchange.run();
      if (outcomes.error !== undefined) this.refuse(outcomes.error, outcomes, question, reply);
      else if (outcomes.outcome === "success" && hooks.done !== undefined) await this.finish(hooks.done);
      return logFieldsOf(question, outcomes);
    } finally {
      this.inFlight.remove(exchange);
      if (question.stream) this.admission.streams--;
    }
  }

  private reasoningIn(store: ResponseStore, timeout: number): ReasoningStore {
    const onTrouble = (trouble: string | undefined) => this.reportStore(trouble, "reasoning");
    const bounded = new BoundedStore(store, { timeout, onTrouble, holds: "kept reasoning" });
    return new ReasoningStore({ store: bounded, settings: () => this.config.store.reasoning, now: () => this.now() });
  }

  private reportStore(trouble: string | undefined, part = "stored"): void {
    this.report(part, trouble);
    if (trouble !== undefined) this.log("warn", "store", trouble);
  }

  // The client has its answer: what fails now is not its affair.
  private async finish(done: () => Promise<void>): Promise<void> {
    try {
      await done();
    } catch (error) {
      this.log("error", "store", `an answer could not be stored: ${error instanceof Error ? error.message : error}`);
    }
  }

  private refuse(refusal: ErrorReply, outcomes: ExchangeResult, question: GenerateRequest, reply: Reply): void {
    const { retryAfter } = refusal;
    const body = truncateBody(question.redact(stringifyJson(refusal.value)));
    sendText(reply, refusal.status, body, {
      ...this.replyHeaders(question),
      "x-toolglot-attempts": String(outcomes.attempts.length),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    });
  }

  // ── errors and records ────────────────────────────────────────────────────

  private answerError(error: unknown, { reply, found, id, redact }: PendingRequest): LogFields {
    const failure = failureOf(error);
    if (failure.code === "internal") this.reportBug(error);
    const { status, value } = encodeFailure(dialectOf(found), failure);
    const { retryAfter, code = failure.kind, message } = failure;
    if (reply.begun) reply.destroy();
    else
      sendText(reply, status, redact.all(stringifyJson(value)), {
        ...(found.type === "dialect" ? this.replyHeaders({ id, match: found.match }) : {}),
        ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
        ...(found.type === "none" && found.methods !== undefined ? { allow: found.methods.join(", ") } : {}),
        // What was not read to its end cannot be followed by another request.
        ...(UNREAD.has(failure.status) ? { connection: "close" } : {}),
      });
    if (code === "client_closed") return { status, outcome: "client_closed", errorType: code };
    return { status, outcome: "error", errorType: code, error: message };
  }

  private logRequest(request: PendingRequest, findings: LogFields): void {
    const record = requestRecord(request, findings, { ended: this.now(), redactStart: request.redact.start });
    this.metrics.observe(record);
    this.write(record);
  }

  // A disk that is full is no reason to leave a client without its answer.
  private write(record: LogRecord): void {
    try {
      this.writeLog(record);
      this.report("log", undefined);
    } catch (error) {
      this.report("log", `the log cannot be written: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** So many bytes are read in a few milliseconds. */
const LARGE = 262_144;

interface PendingRequest {
  readonly incoming: Incoming;
  readonly reply: Reply;
  readonly found: RouteResult;
  readonly id: string;
  readonly started: number;
  readonly redact: Redact;
}

/** Takes secrets out of all of a text, or out of its beginning. */
interface Redact {
  all(text: string): string;
  start(text: string, most: number): string;
}

function questionOf(
  { match, caller, headers }: Asked,
  { id, started, redact }: PendingRequest,
  body: JsonObject,
): GenerateRequest {
  const model = match.params.model ?? body.model;
  if (typeof model !== "string" || model === "")
    throw new GatewayError("invalid-request", "missing_model", "the request names no model", { param: "model" });
  const stream = match.binding.client.wantsStream(body, match);
  return { id, started, match, headers, body, model, stream, caller, redact: redact.all };
}

function dialectOf(found: RouteResult): string {
  if (found.type === "dialect") return found.match.binding.dialect;
  return found.type === "none" ? found.dialect : "";
}

function failureOf(error: unknown): Failure {
  if (error instanceof GatewayError) return error.failure;
  return { kind: "server", status: 500, code: "internal", message: "the gateway failed at this; its log says more" };
}

function notFound({ method, url }: Incoming, { methods, hint }: Extract<RouteResult, { type: "none" }>): GatewayError {
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

function remembered<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function secretsIn({ providers, routes, secrets = [] }: Config): string[] {
  const headers = [...providers.values(), ...routes].flatMap((each) => Object.entries(each.headers));
  const secret = headers.filter(([name]) => SECRET.test(name)).flatMap(([, value]) => secretsInHeader(value));
  const keys = [...providers.values()].flatMap(({ apiKey }) => (apiKey ? [apiKey] : []));
  // Servers that want no key are given a word in its place, such as `ollama`, which is no secret.
  const names = [...providers.values()].map(({ name, dialect }) => `${name} ${dialect}`.toLowerCase());
  return [...keys, ...secret, ...secrets].filter((each) => !names.some((name) => name.includes(each.toLowerCase())));
}

// What the config names is known to be there, whether or not anybody has asked for it yet.
function namesModel({ providers, routes }: Config, provider: string, model: string): boolean {
  const isTarget = routes.some(({ to }) => to.some((each) => each.provider === provider && each.model === model));
  return isTarget || (providers.get(provider)?.models.some(({ match }) => match === model) ?? false);
}

/** What is asked for what a client has said itself. */
const STORED: ReadonlySet<string> = new Set(["stored", "stored-input", "forget"]);

/** The gateway's own statuses of requests that were not read to their end; a dialect may have another for it. */
const UNREAD: ReadonlySet<number> = new Set([408, 413]);

/** The names of headers whose values nobody should see. */
const SECRET = /auth|key|token|secret|cookie|password/i;
