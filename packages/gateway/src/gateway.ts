import type { BodyReader, FastOption } from "@toolglot/core";
import { ToolMemory } from "@toolglot/core/base";
import { readCompact } from "@toolglot/core/compact";
import { type Clock, systemClock } from "./clock.ts";
import type { Config, Provider } from "./config/config.ts";
import { namesModel } from "./config/named-models.ts";
import { type CreateStateOptions, createState } from "./create-state.ts";
import type { Exchange } from "./exchange/exchange.ts";
import { LearnedModelFacts } from "./exchange/learned-facts.ts";
import { ProviderSenders } from "./exchange/provider-senders.ts";
import { getOrCreate } from "./get-or-create.ts";
import { Admission } from "./http/admission.ts";
import type { GatewayReport } from "./http/gateway-report.ts";
import { handleRequest } from "./http/handle-request.ts";
import { dialectRequests } from "./http/late-dialect-requests.ts";
import { randomId } from "./http/random-id.ts";
import type { InspectorService, TelemetryService } from "./http/request-observer.ts";
import type { HttpServices } from "./http/services.ts";
import { OpenWebSockets } from "./http/websocket/open-websockets.ts";
import { core } from "./late-core.ts";
import { CooperativeScheduler } from "./limits/cooperative-scheduler.ts";
import { InFlight } from "./limits/in-flight.ts";
import type { LimitState } from "./limits/limit-state.ts";
import { RetryBudget } from "./limits/retry-budget.ts";
import { Loading } from "./loading.ts";
import { secretsIn } from "./observe/config-secrets.ts";
import type { Log, LogRecord } from "./observe/log.ts";
import { Metrics } from "./observe/metrics.ts";
import { Redactor } from "./observe/redact.ts";
import type { LocalSystem } from "./providers/credentials/credentials.ts";
import type { KeyState } from "./providers/key-health.ts";
import { KeyPools, type KeyReport } from "./providers/key-pools.ts";
import { SIMULATED } from "./providers/simulated.ts";
import { callsTools } from "./sim/calls-tools.ts";
import { simulation } from "./sim/late-simulator.ts";
import type { Script } from "./sim/scripts.ts";
import type { Simulator } from "./sim/simulator.ts";
import type { KeyCopy } from "./store/key-copy.ts";
import type { ReasoningStore } from "./store/reasoning-store.ts";
import type { ResponseStore } from "./store/store.ts";
import type { Incoming, Reply, Send, StoppableHandler } from "./transport.ts";
import type { UsageLog } from "./usage/usage-log.ts";

/** What a gateway is made of. All I/O is passed in. */
export interface GatewayOptions extends CreateStateOptions {
  readonly config: Config;
  readonly send: Send;
  readonly log?: Log;
  /** Where lines of the log go that another process has formatted. */
  readonly logLines?: (text: string) => void;
  /** For timeouts and retries; by default the machine's clock. */
  readonly clock?: Clock;
  /** Milliseconds since 1970; by default what the clock says. */
  readonly now?: () => number;
  readonly makeId?: () => string;
  /** How far the event loop lags behind, in milliseconds. */
  readonly lag?: () => number;
  /** Where providers' credentials may be, besides the config. */
  readonly system?: LocalSystem;
  /** Creates what records exchanges and shows them; by default nothing is recorded. */
  readonly inspector?: (services: HttpServices) => InspectorService;
  /** Creates what traces requests; by default nothing is traced. */
  readonly telemetry?: (services: HttpServices) => TelemetryService;
  /** Where requests are counted; by default here. */
  readonly metrics?: Metrics;
  /** How the processes are that this one speaks for. */
  readonly otherReports?: () => Promise<readonly GatewayReport[]>;
  /** The next scripted response of the simulated provider, if another process has them. */
  readonly nextScript?: () => Promise<Script | undefined>;
  /** The number of this process, if there are several. */
  readonly worker?: number;
  /** Which fast paths of the core are taken: all by default. Clients and providers get the same without them. */
  readonly fast?: FastOption;
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
  readonly metrics: Metrics;
  readonly usage: UsageLog;
  readonly scheduler: CooperativeScheduler;
  readonly keyPools: KeyPools = new KeyPools((report) => this.logKey(report));
  readonly limits: LimitState;
  readonly sharedKeys: KeyCopy | undefined;
  readonly fast: FastOption;
  readonly admission: Admission;
  readonly exchanges: InFlight<Exchange> = new InFlight();
  readonly webSockets: OpenWebSockets = new OpenWebSockets();
  readonly troubles: Map<string, string> = new Map();
  readonly inspector: InspectorService | undefined;
  readonly telemetry: TelemetryService | undefined;
  readonly otherReports: HttpServices["otherReports"];
  readonly sharesState: boolean;
  readonly worker: number | undefined;
  readonly newStoreTimeout: HttpServices["newStoreTimeout"];
  private readonly noteReconnected: () => void;
  private readonly nextScript: GatewayOptions["nextScript"];
  private current: Config;
  private readonly providerSenders: ProviderSenders;
  private readonly writeLog: Log;
  private readonly logLines: GatewayOptions["logLines"];
  private readonly budgets = new Map<string, RetryBudget>();
  private readonly memories = new Map<string, ToolMemory>();
  private draining = false;
  private reader: BodyReader | undefined;
  private simulated: Simulator | undefined;
  private readonly loading = new Loading(() => Promise.all([core.load(), dialectRequests.load(), simulation.load()]));

  constructor({ config, send, store, reasoning = store, ...options }: GatewayOptions) {
    const { log = () => {}, clock = systemClock, now = clock.now, makeId = randomId, lag = () => 0 } = options;
    this.fast = options.fast ?? true;
    this.current = config;
    this.writeLog = log;
    this.logLines = options.logLines;
    this.clock = clock;
    this.scheduler = new CooperativeScheduler(clock.elapsed, clock.afterIo);
    this.now = now;
    this.makeId = makeId;
    this.metrics = options.metrics ?? new Metrics((provider, model) => namesModel(this.current, provider, model));
    this.admission = new Admission(lag);
    this.nextScript = options.nextScript;
    const state = createState({ ...options, store, reasoning }, this);
    this.store = state.store;
    this.reasoning = state.reasoning;
    this.limits = state.limits;
    this.usage = state.usage;
    this.sharedKeys = state.keys;
    this.sharesState = state.isShared;
    this.worker = options.worker;
    this.newStoreTimeout = state.newStoreTimeout;
    this.noteReconnected = state.noteReconnected;
    this.providerSenders = new ProviderSenders({
      send,
      clock,
      system: options.system,
      onSecret: ({ name }, secret) => this.redactor.learnToken(name, secret),
      onTrouble: ({ name }, trouble) => this.reportCredentials(name, trouble),
      onBug: (error) => this.reportBug(error),
    });
    this.redactor.learn(secretsIn(config));
    this.keyPools.configure(config.providers.values());
    this.otherReports = options.otherReports;
    this.inspector = options.inspector?.(this);
    this.telemetry = options.telemetry?.(this);
  }

  get config(): Config {
    return this.current;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** There once the gateway has loaded all. */
  get bodyReader(): BodyReader {
    this.reader ??= new core.value.BodyReader({ fast: this.fast, readCompact });
    return this.reader;
  }

  /** There once the gateway has loaded all. */
  get simulator(): Simulator {
    const { clock, nextScript } = this;
    this.simulated ??= new simulation.value.Simulator({ clock, callsTools, nextScript });
    return this.simulated;
  }

  takeScript(): Script | undefined {
    return this.simulated?.takeScript();
  }

  /** Loads what translates, and the simulated provider; `undefined` if that is done. Requests wait for it by themselves. */
  load(): Promise<void> | undefined {
    return this.loading.wait();
  }

  /** Handles one request; never throws. */
  handle(incoming: Incoming, reply: Reply): Promise<void> {
    return handleRequest(this, incoming, reply);
  }

  /** Replaces the config; requests in flight keep the one that they began with. */
  configure(config: Config): void {
    this.redactor.learn(secretsIn(config));
    this.keyPools.configure(config.providers.values());
    this.current = config;
  }

  /** Makes `/readyz` say that this gateway takes no new requests. */
  drain(): void {
    this.draining = true;
    this.inspector?.close();
  }

  closeWebSockets(): void {
    this.webSockets.close();
  }

  /** Ends all requests in flight with an error in their dialect. */
  abortAll(): void {
    this.loading.abort();
    for (const exchange of this.exchanges.all()) exchange.shutDown();
  }

  /** Sets or clears a problem that `/readyz` shows and that does not keep the gateway from serving. */
  report(part: string, trouble: string | undefined): void {
    if (trouble === undefined) this.troubles.delete(part);
    else this.troubles.set(part, this.redactor.redact(trouble));
  }

  reportCertificate(trouble: string | undefined): void {
    this.report("tls", trouble);
    this.log(trouble === undefined ? "info" : "error", "tls", trouble ?? "the certificate was renewed");
  }

  log(level: "info" | "warn" | "error", event: string, message: string): void {
    this.writeRecord({ event, level, message: this.redactor.redact(message) });
  }

  reportBug(error: unknown): void {
    this.log("error", "bug", error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  writeRecord(record: LogRecord): void {
    this.tryToLog(() => this.writeLog(record));
  }

  /** Whether there is a place for lines that another process has formatted. */
  get writesLines(): boolean {
    return this.logLines !== undefined;
  }

  writeLines(text: string): void {
    this.tryToLog(() => this.logLines?.(text));
  }

  // A full disk must not keep clients from getting their responses.
  private tryToLog(write: () => void): void {
    try {
      write();
      this.report("log", undefined);
    } catch (error) {
      this.report("log", `the log cannot be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  retryBudget(provider: string): RetryBudget {
    return getOrCreate(this.budgets, provider, () => new RetryBudget(this.now()));
  }

  toolMemory(client: string, provider: string, profile: string | undefined): ToolMemory {
    return getOrCreate(this.memories, `${client} ${provider} ${profile ?? ""}`, () => {
      return new ToolMemory((isKnown) => this.metrics.countToolMemory(isKnown));
    });
  }

  senderFor(provider: Provider): Send {
    if (provider.baseUrl === SIMULATED) return this.simulator.sender(provider.dialect);
    return this.providerSenders.senderFor(provider);
  }

  private reportCredentials(provider: string, trouble: string | undefined): void {
    this.report(`credentials of ${provider}`, trouble);
    if (trouble !== undefined) this.log("warn", "credentials", `provider ${provider}: ${trouble}`);
  }

  private logKey({ provider, key, state }: KeyReport): void {
    this.log(
      state.type === "ready" ? "info" : "warn",
      "key",
      `the key ${key} of ${provider} ${keyText(state, this.clock.elapsed())}`,
    );
  }

  reportStore(part: string, trouble: string | undefined): void {
    const hadTrouble = this.troubles.has(part);
    this.report(part, trouble);
    if (hadTrouble && trouble === undefined && part === "state") this.noteReconnected();
    if (trouble !== undefined) this.log("warn", "store", trouble);
    else if (hadTrouble) this.log("info", "store", `the trouble with ${part} is over`);
  }
}

function keyText(state: KeyState, now: number): string {
  switch (state.type) {
    case "ready":
      return "is accepted again";
    case "cooling":
      return `cools down for ${Math.ceil((state.until - now) / 1000)} s, because of a rate limit or an error of the provider`;
    case "refused":
      return `was refused (${state.status}) and is no longer used; replace it in the config`;
  }
}
