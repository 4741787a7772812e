import { BodyReader, ToolMemory } from "@toolglot/core";
import { type Clock, systemClock } from "./clock.ts";
import type { Config, Provider } from "./config/config.ts";
import { namesModel } from "./config/named-models.ts";
import type { Exchange } from "./exchange/exchange.ts";
import { LearnedModelFacts } from "./exchange/learned-facts.ts";
import { Admission } from "./http/admission.ts";
import { handleRequest } from "./http/handle-request.ts";
import { randomId } from "./http/random-id.ts";
import type { InspectorService } from "./http/request-observer.ts";
import type { HttpServices } from "./http/services.ts";
import { CooperativeScheduler } from "./limits/cooperative-scheduler.ts";
import { InFlight } from "./limits/in-flight.ts";
import { RetryBudget } from "./limits/retry-budget.ts";
import { secretsIn } from "./observe/config-secrets.ts";
import type { Log, LogRecord } from "./observe/log.ts";
import { Metrics } from "./observe/metrics.ts";
import { Redactor } from "./observe/redact.ts";
import { SIMULATED } from "./providers/simulated.ts";
import { callsTools } from "./sim/calls-tools.ts";
import { Simulator } from "./sim/simulator.ts";
import { BoundedStore } from "./store/bounded.ts";
import { ReasoningStore } from "./store/reasoning-store.ts";
import type { ResponseStore } from "./store/store.ts";
import type { Incoming, Reply, Send, StoppableHandler } from "./transport.ts";

/** What a gateway is made of. All I/O is passed in. */
export interface GatewayOptions {
  readonly config: Config;
  readonly send: Send;
  readonly store: ResponseStore;
  /** Where models' reasoning is kept; by default with the responses. */
  readonly reasoning?: ResponseStore;
  readonly log?: Log;
  /** For timeouts and retries; by default the machine's clock. */
  readonly clock?: Clock;
  /** Milliseconds since 1970; by default what the clock says. */
  readonly now?: () => number;
  readonly makeId?: () => string;
  /** How far the event loop lags behind, in milliseconds. */
  readonly lag?: () => number;
  /** Creates what records exchanges and shows them; by default nothing is recorded. */
  readonly inspector?: (services: HttpServices) => InspectorService;
}

/** The gateway: requests in, replies out, by any transport. */
export class Gateway implements HttpServices, StoppableHandler {
  readonly clock: Clock;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly store: ResponseStore;
  readonly reasoning: ReasoningStore;
  readonly learnedFacts: LearnedModelFacts = new LearnedModelFacts();
  readonly redactor: Redactor = new Redactor();
  readonly metrics: Metrics = new Metrics((provider, model) => namesModel(this.current, provider, model));
  readonly scheduler: CooperativeScheduler;
  readonly simulator: Simulator;
  readonly bodyReader: BodyReader = new BodyReader();
  readonly admission: Admission;
  readonly exchanges: InFlight<Exchange> = new InFlight();
  readonly troubles: Map<string, string> = new Map();
  readonly inspector: InspectorService | undefined;
  private current: Config;
  private readonly send: Send;
  private readonly writeLog: Log;
  private readonly budgets = new Map<string, RetryBudget>();
  private readonly memories = new Map<string, ToolMemory>();
  private draining = false;

  constructor({ config, send, store, reasoning = store, ...options }: GatewayOptions) {
    const { log = () => {}, clock = systemClock, now = clock.now, makeId = randomId, lag = () => 0 } = options;
    this.current = config;
    this.send = send;
    this.writeLog = log;
    this.clock = clock;
    this.scheduler = new CooperativeScheduler(clock.elapsed);
    this.now = now;
    this.makeId = makeId;
    this.admission = new Admission(lag);
    this.simulator = new Simulator({ clock, callsTools });
    const { timeout } = config.store;
    this.store = new BoundedStore(store, {
      timeout,
      clock,
      onTrouble: (trouble) => this.reportStore("stored", trouble),
    });
    this.reasoning = new ReasoningStore({
      store: new BoundedStore(reasoning, {
        timeout,
        clock,
        holds: "kept reasoning",
        onTrouble: (trouble) => this.reportStore("reasoning", trouble),
      }),
      settings: () => this.config.store.reasoning,
      now,
    });
    this.redactor.learn(secretsIn(config));
    this.inspector = options.inspector?.(this);
  }

  get config(): Config {
    return this.current;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Handles one request; never throws. */
  handle(incoming: Incoming, reply: Reply): Promise<void> {
    return handleRequest(this, incoming, reply);
  }

  /** Replaces the config; requests in flight keep the one that they began with. */
  configure(config: Config): void {
    this.redactor.learn(secretsIn(config));
    this.current = config;
  }

  /** Makes `/readyz` say that this gateway takes no new requests. */
  drain(): void {
    this.draining = true;
    this.inspector?.close();
  }

  /** Ends all requests in flight with an error in their dialect. */
  abortAll(): void {
    for (const exchange of this.exchanges.all()) exchange.shutDown();
  }

  /** Sets or clears a problem that `/readyz` shows and that does not keep the gateway from serving. */
  report(part: string, trouble: string | undefined): void {
    if (trouble === undefined) this.troubles.delete(part);
    else this.troubles.set(part, this.redactor.redact(trouble));
  }

  log(level: "info" | "warn" | "error", event: string, message: string): void {
    this.writeRecord({ event, level, message: this.redactor.redact(message) });
  }

  reportBug(error: unknown): void {
    this.log("error", "bug", error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  // A full disk must not keep clients from getting their responses.
  writeRecord(record: LogRecord): void {
    try {
      this.writeLog(record);
      this.report("log", undefined);
    } catch (error) {
      this.report("log", `the log cannot be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  retryBudget(provider: string): RetryBudget {
    return getOrCreate(this.budgets, provider, () => new RetryBudget(this.now()));
  }

  toolMemory(client: string, provider: string, profile: string | undefined): ToolMemory {
    return getOrCreate(this.memories, `${client} ${provider} ${profile ?? ""}`, () => new ToolMemory());
  }

  senderFor({ dialect, baseUrl }: Provider): Send {
    return baseUrl === SIMULATED ? this.simulator.sender(dialect) : this.send;
  }

  private reportStore(part: string, trouble: string | undefined): void {
    this.report(part, trouble);
    if (trouble !== undefined) this.log("warn", "store", trouble);
  }
}

function getOrCreate<T>(map: Map<string, T>, key: string, create: () => T): T {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
