import type { Failure, Loss, ReasoningRecord } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import type { Config } from "../config/config.ts";
import type { AttemptRecord } from "../observe/log.ts";
import { providerBinding } from "../providers/platforms/index.ts";
import type { Reply } from "../transport.ts";
import { adaptRequest } from "./adapt-request.ts";
import type { Attempt } from "./attempt.ts";
import { AttemptContext } from "./attempt-context.ts";
import { type AttemptResult, CLIENT_CLOSED, SHUTTING_DOWN } from "./attempt-result.ts";
import { balanced } from "./balance.ts";
import { affinityKey } from "./conversation-id.ts";
import { sleep } from "./deadline.ts";
import { type Destination, destinationsFor, unknownModel } from "./destinations.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";
import { ExchangeKeys, ONE_KEY, type RetryContext } from "./exchange-keys.ts";
import type { GenerateRequest } from "./generate-request.ts";
import type { ExchangeHooks } from "./hooks.ts";
import { keyVerdict } from "./key-verdict.ts";
import { Continuations } from "./paused-turns.ts";
import { type PreparedRequest, prepareRequest } from "./prepare-request.ts";
import {
  attemptRecord,
  type ExchangeResult,
  errorResult,
  exchangeResult,
  type Progress,
  type Spent,
} from "./result.ts";
import { limitRetries, mayFallBack, type TakeRetry } from "./retry.ts";
import { routedRequest } from "./routed-request.ts";
import type { ExchangeServices } from "./services.ts";
import { StreamAttempt } from "./stream-attempt.ts";
import { dropBodies } from "./trail.ts";
import { UnaryAttempt } from "./unary-attempt.ts";
import { upstreamRequest } from "./upstream-request.ts";

/** One request for a model's response: tries the destinations of its route in order, each with retries. */
export class Exchange {
  private readonly services: ExchangeServices;
  /** The config at the start of the exchange; a reload does not change it. */
  private readonly config: Config;
  private readonly request: GenerateRequest;
  private readonly reply: Reply;
  private readonly hooks: ExchangeHooks;
  private readonly attempts: AttemptRecord[] = [];
  private readonly spent: Spent[] = [];
  private losses: readonly Loss[] = [];
  private isClientClosed = false;
  private isShuttingDown = false;
  private current: Attempt | undefined;
  private stopSleeping: (() => void) | undefined;
  private readonly conversation: () => string;

  constructor(services: ExchangeServices, request: GenerateRequest, reply: Reply, hooks: ExchangeHooks) {
    this.services = services;
    this.config = services.config;
    this.request = request;
    this.reply = reply;
    this.hooks = hooks;
    this.conversation = affinityKey(request);
    reply.onClientClosed(() => this.clientClosed());
    if (request.stream) reply.onDrain(() => this.current?.resume());
  }

  /** Ends the exchange with an error, because the gateway is about to stop. */
  shutDown(): void {
    this.isShuttingDown = true;
    this.current?.shutDown();
    this.stopSleeping?.();
  }

  private clientClosed(): void {
    this.isClientClosed = true;
    this.current?.clientClosed();
    this.stopSleeping?.();
  }

  async run(): Promise<ExchangeResult> {
    const { model, body, match, profile, observer, trail } = this.request;
    const found = destinationsFor(this.config, model, routedRequest(match.binding.dialect, body));
    const destinations = balanced(found, this.conversation);
    let last: ExchangeResult | undefined;
    for (const destination of destinations) {
      last = await this.tryDestination(profile === undefined ? destination : { ...destination, profile });
      const { error } = last;
      if (error === undefined || this.isShuttingDown || (!error.notSent && !mayFallBack(error))) break;
    }
    if (last === undefined) throw unknownModel(this.config, model);
    observer?.onExchangeEnd(last);
    if (trail !== undefined) trail.result = last;
    return last;
  }

  private async tryDestination(destination: Destination): Promise<ExchangeResult> {
    const started = this.services.now();
    const preparing = prepareRequest(this.services, this.request, this.hooks, destination);
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    this.request.observer?.onTranslated?.(destination, started);
    this.losses = prepared.losses ?? this.losses;
    if ("error" in prepared) return this.failed(prepared.error, destination);
    const { retries, provider } = destination;
    const budget = this.services.retryBudget(provider.name);
    budget.earn(started);
    const takeRetry = limitRetries(retries, () => !this.isShuttingDown && budget.spend());
    const keys = this.keysOf(destination);
    for (;;) {
      const keyed = keys.next(destination);
      if (keyed === undefined) return this.failed(this.gatewayError(keys.unusable(destination)), destination);
      const sentAt = this.services.now();
      const attempt = this.startAttempt(keyed, prepared, takeRetry);
      const result = attempt === undefined ? CLIENT_CLOSED : await attempt.result;
      if (attempt !== undefined) this.attemptEnded(keyed, result, { sentAt, key: keys.name });
      keys.report(keyVerdict(result, providerBinding(destination.provider).refusedKey));
      if (result.type !== "rejected") return exchangeResult(result, this.progress(destination, attempt?.firstChunkAt));
      const error = keys.withWait(result.error);
      // The model may accept the request in another form. Each fact is learned once, so this does not loop.
      if (!this.isShuttingDown && this.services.learnedFacts.learn(destination, error))
        return this.tryDestination(destination);
      const ended = await this.waitForRetry(error, { destination, keys, takeRetry });
      if (ended !== undefined) return ended;
    }
  }

  /** Waits until the request may be sent again; returns the result if it may not. */
  private async waitForRetry(
    error: ErrorReply,
    { destination, keys, takeRetry }: RetryContext,
  ): Promise<ExchangeResult | undefined> {
    if (!this.isShuttingDown && keys.switches(error, takeRetry)) return undefined;
    const delay = error.notSent ? undefined : takeRetry(error);
    if (delay === undefined) return this.failed(error, destination);
    if (await this.sleep(delay)) {
      keys.forgive();
      return undefined;
    }
    if (!this.isShuttingDown) return exchangeResult(CLIENT_CLOSED, this.progress(destination));
    return this.failed(this.gatewayError(SHUTTING_DOWN), destination);
  }

  private keysOf({ provider }: Destination): ExchangeKeys {
    const { keyPools, clock } = this.services;
    const pool = keyPools.poolOf(provider);
    return pool === undefined ? ONE_KEY : new ExchangeKeys({ pool, clock, conversation: this.conversation });
  }

  private gatewayError(failure: Failure): ErrorReply {
    return gatewayErrorReply(this.request.match.binding.dialect, failure);
  }

  private failed(error: ErrorReply, destination: Destination): ExchangeResult {
    return errorResult(error, this.progress(destination));
  }

  private progress(destination: Destination, firstChunkAt?: number): Progress {
    return { attempts: this.attempts, losses: this.losses, destination, spent: this.spent, firstChunkAt };
  }

  /** Sends the request; `undefined` if there is nobody who waits for a response. */
  private startAttempt(destination: Destination, prepared: PreparedRequest, takeRetry: TakeRetry): Attempt | undefined {
    if (this.isClientClosed) return undefined;
    const { bridge, path, headers: changedHeaders } = prepared;
    const { match, stream, headers } = this.request;
    const client = match.binding.dialect === destination.provider.dialect ? headers : undefined;
    const requestWith = (text: string) =>
      upstreamRequest(destination, { path, body: text, stream, changedHeaders, client });
    const context = new AttemptContext(this.services, {
      request: this.request,
      hooks: this.hooks,
      destination,
      bridge,
      server: this.config.server,
      reply: this.reply,
      continuations: new Continuations({
        requestWith: (next) => requestWith(stringifyJson(adaptRequest(this.request, destination, next).body)),
        takeRetry,
      }),
      onCommit: () => this.committed(prepared),
      losses: this.losses,
      attemptNumber: this.attempts.length + 1,
    });
    const attempt: Attempt = stream ? new StreamAttempt(context) : new UnaryAttempt(context);
    this.current = attempt;
    attempt.start(this.services.senderFor(destination.provider), requestWith(prepared.body));
    return attempt;
  }

  // From now on, the request is not sent again.
  private committed(prepared: PreparedRequest): void {
    prepared.body = "";
    const { trail } = this.request;
    if (trail !== undefined && this.services.inspector?.hasNew(this.losses) !== true) dropBodies(trail);
  }

  private attemptEnded(
    destination: Destination,
    result: AttemptResult,
    { sentAt, key }: { readonly sentAt: number; readonly key: string | undefined },
  ): void {
    const { observer, trail } = this.request;
    observer?.onAttemptEnd(result);
    if (trail !== undefined) trail.attempt = result;
    if (result.type === "completed") this.saveReasoning(result.reasoning);
    if (result.type === "rejected" && result.used !== undefined) this.spent.push({ destination, used: result.used });
    const record = attemptRecord(destination, result, Math.max(0, this.services.now() - sentAt));
    this.attempts.push(key === undefined ? record : { ...record, key });
  }

  private saveReasoning(records: readonly ReasoningRecord[]): void {
    if (records.length === 0) return;
    this.services.reasoning.save(records, this.request.caller).catch((error) => this.services.reportBug(error));
  }

  private sleep(milliseconds: number): Promise<boolean> {
    return sleep(this.services.clock, milliseconds, (stop) => {
      this.stopSleeping = stop;
      if (this.isClientClosed) stop();
    });
  }
}
