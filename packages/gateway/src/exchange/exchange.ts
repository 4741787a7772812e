import {
  type Bridge,
  type BridgeOptions,
  ConversionError,
  createBridge,
  type JsonObject,
  type Loss,
  type ReasoningRecord,
  stringifyJson,
  type Usage,
} from "@toolglot/core";
import type { RouteMatch } from "../bindings/binding.ts";
import { bindingFor } from "../bindings/index.ts";
import type { Config } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import type { Services } from "../gateway.ts";
import type { Caller } from "../http/auth.ts";
import type { AttemptRecord, Outcome } from "../observe/log.ts";
import type { PreparedBody } from "../responses-state/history.ts";
import type { HeaderMap, Reply } from "../transport.ts";
import { type Attempt, type AttemptContext, type AttemptResult, SHUTTING_DOWN } from "./attempt.ts";
import { configuredFacts } from "./configured-facts.ts";
import { sleep } from "./deadline.ts";
import { type Destination, destinationsFor } from "./destinations.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";
import { Continuations } from "./paused-turns.ts";
import { delayBefore, isTransient, mayFallBack } from "./retry.ts";
import { StreamAttempt } from "./stream-attempt.ts";
import { UnaryAttempt } from "./unary-attempt.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** What a client asks of a model. */
export interface GenerateRequest {
  readonly id: string;
  readonly started: number;
  readonly match: RouteMatch;
  readonly headers: HeaderMap;
  readonly body: JsonObject;
  readonly model: string;
  readonly stream: boolean;
  readonly caller: Caller;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
}

/** What came of it. */
export interface ExchangeResult {
  readonly outcome: Outcome;
  readonly status: number;
  readonly destination?: Destination;
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly attempts: readonly AttemptRecord[];
  readonly losses: readonly string[];
  readonly usage?: Usage | undefined;
  readonly firstChunkAt?: number | undefined;
  /** What the client is still to be told. */
  readonly error?: ErrorReply;
}

/** What happens to a question on its way to a provider, and to its answer on the way back. */
export interface ExchangeHooks {
  /** The body for this destination; a client's words may mean more where an earlier answer is known. */
  prepare(body: JsonObject, destination: Destination): PreparedBody;
  /** What the answer of this destination is to be called, where clients come back to it. */
  responseOptions?(destination: Destination): BridgeOptions["answer"];
  /** What is still to be said otherwise in the client's answer, by whole bodies or lines of events. */
  rewriteReply?(destination: Destination): ((text: string) => string) | undefined;
  /** Told of the client's answer as it goes out. */
  onReplyText?: (text: string) => void;
}

/** One question and its answer: every destination in its turn, each as often as it may be tried. */
export class Exchange {
  private readonly shared: Services;
  private readonly config: Config;
  private readonly question: GenerateRequest;
  private readonly reply: Reply;
  private readonly hooks: ExchangeHooks;
  private readonly attempts: AttemptRecord[] = [];
  private losses: readonly Loss[] = [];
  private gone = false;
  private isCut = false;
  private current: Attempt | undefined;
  private wake: (() => void) | undefined;

  constructor(shared: Services, question: GenerateRequest, reply: Reply, hooks: ExchangeHooks) {
    this.shared = shared;
    this.config = shared.config;
    this.question = question;
    this.reply = reply;
    this.hooks = hooks;
    reply.onClientClosed(() => this.leave());
    if (question.stream) reply.onDrain(() => this.current?.resume());
  }

  /** The gateway is about to stop: whoever waits is told. */
  shutDown(): void {
    this.isCut = true;
    this.current?.shutDown();
    this.wake?.();
  }

  private leave(): void {
    this.gone = true;
    this.current?.clientClosed();
    this.wake?.();
  }

  async run(): Promise<ExchangeResult> {
    const destinations = destinationsFor(this.config, this.question.model);
    if (destinations.length === 0) throw unknownModel(this.question.model, this.config);
    let last: ExchangeResult | undefined;
    for (const destination of destinations) {
      const { end, refusal } = await this.tryDestination(destination);
      if (refusal === undefined) return end;
      last = { ...end, destination };
      if (this.isCut || (!refusal.notSent && !mayFallBack(refusal))) break;
    }
    if (last === undefined) throw new Error("no destination was tried");
    return last;
  }

  private async tryDestination(destination: Destination): Promise<Tried> {
    const prepared = await this.prepare(destination);
    if ("value" in prepared) return this.refused(prepared, destination);
    const { retries, provider } = destination;
    const budget = this.shared.retryBudget(provider.name);
    budget.earn(this.shared.now());
    for (let retry = 0; ; retry++) {
      const { end, firstChunkAt } = await this.attempt(destination, prepared);
      if (end.type !== "refused") return { end: this.outcomes(end, destination, firstChunkAt) };
      // Asked in another way, the model may take it: once, since nothing is learned twice.
      if (!this.isCut && this.shared.learnedFacts.learn(destination, end.refusal))
        return this.tryDestination(destination);
      const wait = delayBefore(retry, end.refusal, retries);
      const again =
        !this.isCut && retry < retries.attempts && isTransient(end.refusal) && wait !== undefined && budget.spend();
      if (!again) return this.refused(end.refusal, destination);
      if (await this.wait(wait)) continue;
      if (this.isCut)
        return this.refused(gatewayErrorReply(this.question.match.binding.dialect, SHUTTING_DOWN), destination);
      return { end: this.outcomes(GONE, destination) };
    }
  }

  private refused(refusal: ErrorReply, destination: Destination): Tried {
    const { status, code: errorType, message: error } = refusal;
    const common = { attempts: this.attempts, losses: codes(this.losses), destination };
    return { refusal, end: { outcome: "error", status, errorType, errorMessage: error, error: refusal, ...common } };
  }

  // ── one try ───────────────────────────────────────────────────────────────

  private async prepare(destination: Destination): Promise<Prepared | ErrorReply> {
    const { match, model, stream, caller } = this.question;
    const { dialect: client } = match.binding;
    const started = performance.now();
    try {
      const bridge = this.bridge(destination);
      const recalled = this.hooks.prepare(this.question.body, destination);
      const reasoning = await this.shared.reasoning.load(bridge, recalled.body, caller);
      const { value, losses: lost } = await this.shared.scheduler.run(
        bridge.requestInSteps(recalled.body, { reasoning }),
      );
      const losses = [...recalled.losses, ...lost];
      this.losses = losses;
      if (destination.onLoss === "refuse" && losses.length > 0) return { ...tooLossy(client, losses), notSent: true };
      const path = bindingFor(destination.provider.dialect).provider.path(destination.model, stream);
      const body = stringifyJson(value);
      this.shared.metrics.observeOverhead((performance.now() - started) / 1000, client);
      return { bridge, path, body };
    } catch (error) {
      if (error instanceof ConversionError) return { ...unsayable(client, error, model), notSent: true };
      // What one destination has not kept, another may have.
      if (error instanceof GatewayError) return { ...gatewayErrorReply(client, error.failure), notSent: true };
      throw error;
    }
  }

  private bridge(destination: Destination): Bridge {
    const { match, model, stream } = this.question;
    const { profile, provider, toolSearch } = destination;
    const answer = this.hooks.responseOptions?.(destination);
    return createBridge({
      client: match.binding.dialect,
      provider: provider.dialect,
      providerModel: destination.model,
      clientModel: model,
      providerName: provider.name,
      modelFacts: { ...configuredFacts(provider, destination.model), ...this.shared.learnedFacts.factsOf(destination) },
      ...(profile === undefined ? {} : { profile }),
      ...(toolSearch === "off" ? { toolSearch: false } : {}),
      ...(match.params.model === undefined ? {} : { address: { model, stream } }),
      ...(answer === undefined ? {} : { answer }),
      ids: this.shared.makeId,
      now: () => Math.floor(this.shared.now() / 1000),
      memory: this.shared.toolMemory(match.binding.dialect, provider.dialect, profile),
    });
  }

  private async attempt(
    destination: Destination,
    { bridge, path, body }: Prepared,
  ): Promise<{ end: AttemptResult; firstChunkAt?: number | undefined }> {
    if (this.gone) return { end: GONE };
    const { match, stream, headers: client } = this.question;
    const same = match.binding.dialect === destination.provider.dialect;
    const requestWith = (text: string) =>
      upstreamRequest(destination, { path, body: text, stream, ...(same ? { client } : {}) });
    const context = { ...this.context(destination, bridge), continuations: new Continuations(requestWith) };
    const attempt: Attempt = stream ? new StreamAttempt(context) : new UnaryAttempt(context);
    this.current = attempt;
    const started = this.shared.now();
    attempt.start(this.shared.senderFor(destination.provider), requestWith(body));
    const end = await attempt.result;
    if (end.type === "answered") this.keepReasoning(end.reasoning);
    this.attempts.push(attemptRecord(destination, end, Math.max(0, this.shared.now() - started)));
    return { end, firstChunkAt: attempt instanceof StreamAttempt ? attempt.firstChunkAt : undefined };
  }

  private keepReasoning(records: readonly ReasoningRecord[]): void {
    if (records.length === 0) return;
    this.shared.reasoning.save(records, this.question.caller).catch((error) => this.shared.reportBug(error));
  }

  private context(destination: Destination, bridge: Bridge): Omit<AttemptContext, "continuations"> {
    const { match } = this.question;
    const surface = bindingFor(destination.provider.dialect).provider;
    const { onReplyText: tap } = this.hooks;
    const rewrite = this.hooks.rewriteReply?.(destination);
    return {
      bridge,
      destination,
      match,
      binding: surface,
      server: this.config.server,
      reply: this.reply,
      headers: (provider, own, losses = []) => ({
        ...redactedHeaders(this.question.redact, {
          "x-toolglot-target": headerText(`${destination.provider.name}/${destination.model}`),
          "x-toolglot-losses": lossHeader([...this.losses, ...losses]),
          ...returned(provider, surface.returnedHeaders),
        }),
        "x-toolglot-attempts": String(this.attempts.length + 1),
        ...this.shared.replyHeaders(this.question),
        ...own,
      }),
      ...(tap === undefined ? {} : { onReplyText: tap }),
      ...(rewrite === undefined ? {} : { rewriteReply: rewrite }),
      redact: this.question.redact,
      onBug: (error) => this.shared.reportBug(error),
      onTrailing: () => this.shared.metrics.countTrailing(destination.provider.name),
    };
  }

  private wait(milliseconds: number): Promise<boolean> {
    return sleep(milliseconds, (stop) => {
      this.wake = stop;
      if (this.gone) stop();
    });
  }

  // ── what came of it ───────────────────────────────────────────────────────

  private outcomes(end: AttemptResult, destination: Destination, firstChunkAt?: number): ExchangeResult {
    const { attempts } = this;
    const losses = codes(this.losses);
    switch (end.type) {
      case "answered": {
        const { usage } = end;
        const all = end.losses.length === 0 ? losses : [...losses, ...codes(end.losses)];
        return { outcome: "success", status: 200, attempts, losses: all, destination, usage, firstChunkAt };
      }
      case "broken": {
        const { failure, usage } = end;
        const { code: errorType = failure.kind, message: error } = failure;
        const common = { attempts, losses, destination, usage, firstChunkAt };
        return { outcome: "error", status: 200, errorType, errorMessage: error, ...common };
      }
      case "gone": {
        const common = { attempts, losses, destination, usage: end.usage, firstChunkAt };
        return { outcome: "client_closed", status: 499, errorType: "client_closed", ...common };
      }
      case "refused":
        return this.refused(end.refusal, destination).end;
    }
  }
}

interface Prepared {
  readonly bridge: Bridge;
  readonly path: string;
  readonly body: string;
}

interface Tried {
  readonly end: ExchangeResult;
  readonly refusal?: ErrorReply;
}

const GONE: AttemptResult = { type: "gone", usage: undefined };

/** How many losses there were, and of which kinds. */
export function lossHeader(losses: readonly Loss[]): string {
  if (losses.length === 0) return "0";
  const kinds = [...new Set(codes(losses))];
  return headerText(`${losses.length}; ${kinds.join(", ")}`);
}

function codes(losses: readonly Loss[]): string[] {
  return losses.map(({ code }) => code);
}

// A name from a config or a client may hold what would end a header.
function headerText(text: string): string {
  return ODD.test(text) ? text.replace(ALL_ODD, "?").slice(0, 1024) : text.slice(0, 1024);
}

const ODD = /[^\x20-\x7e]/;
const ALL_ODD = /[^\x20-\x7e]/g;

function redactedHeaders(
  redact: (text: string) => string,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
}

function returned(provider: HeaderMap, patterns: readonly RegExp[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in provider) {
    const value = provider[name];
    if (value !== undefined && patterns.some((pattern) => pattern.test(name))) kept[name] = value;
  }
  return kept;
}

function attemptRecord(destination: Destination, end: AttemptResult, durationMs: number): AttemptRecord {
  const { model } = destination;
  const { name: provider } = destination.provider;
  switch (end.type) {
    case "answered":
      return { provider, model, durationMs, status: 200 };
    case "refused":
      return { provider, model, durationMs, status: end.refusal.status, errorType: end.refusal.code };
    case "broken":
      return { provider, model, durationMs, status: 200, errorType: end.failure.code ?? end.failure.kind };
    case "gone":
      return { provider, model, durationMs, status: 499, errorType: "client_closed" };
  }
}

function unknownModel(model: string, { providers }: Config): GatewayError {
  const names = [...providers.keys()].map((name) => `${name}/MODEL`).join(", ");
  return new GatewayError(
    "not-found",
    "model_not_found",
    `no route leads to the model ${JSON.stringify(model)}; ask for one of ${names}, or add a route`,
  );
}

function tooLossy(client: string, losses: readonly Loss[]): ErrorReply {
  const words = losses.slice(0, 10).map(({ message, path }) => `${path}: ${message}`);
  const message = `refused, because ${losses.length} things would be lost: ${words.join("; ")}`;
  return gatewayErrorReply(client, { kind: "invalid-request", status: 400, code: "would_lose", message });
}

function unsayable(client: string, { message, code, path }: ConversionError, model: string): ErrorReply {
  return gatewayErrorReply(client, {
    kind: "invalid-request",
    status: 400,
    code,
    message: `${message} (at ${path || "/"}, for ${model})`,
    ...(path === "" ? {} : { param: path }),
  });
}
