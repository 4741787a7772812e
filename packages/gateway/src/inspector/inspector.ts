// The inspector of a gateway: it creates a recording for each request, keeps the recordings in a ring, and answers its
// API from them.

import type { Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { Clock } from "../clock.ts";
import type { InspectorSettings } from "../config/config.ts";
import type {
  InspectedRequest,
  InspectorRequest,
  InspectorService,
  RequestObserver,
  UnrecordedRequest,
} from "../http/request-observer.ts";
import type { HttpServices } from "../http/services.ts";
import type { RequestRecord } from "../observe/log.ts";
import { EventFeed } from "./event-feed.ts";
import { ExchangeRecorder, type RecorderHost } from "./exchange-recorder.ts";
import { ExchangeViews } from "./exchange-views.ts";
import { handleInspectorRequest } from "./handle-request.ts";
import { IdleQueue } from "./idle-queue.ts";
import type { ImportedExchange } from "./imported-exchange.ts";
import { type RecordingSettings, recordingSettings } from "./inspector-settings.ts";
import type { InspectorPage, InspectorState } from "./inspector-state.ts";
import type { ClientCard } from "./protocol.ts";
import { ProviderHealthLog } from "./provider-health.ts";
import { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { RemoteExchanges, type RemoteHost } from "./remote-exchanges.ts";
import type { LearnedSecrets } from "./remote-recorder.ts";
import { Ring } from "./ring.ts";
import { type KeptExchange, viewSummary } from "./view.ts";

export interface InspectorOptions {
  readonly services: HttpServices;
  readonly page?: InspectorPage | undefined;
  /** The clients that are known, for a gateway at this address. */
  readonly clientCards?: ((url: string) => readonly ClientCard[]) | undefined;
}

/** Sequence numbers start at the time of the start times this, so that those of a restarted gateway are larger than all before. */
const SEQ_PER_MS = 1000;

/** Records exchanges in memory, and shows them to those who may see them. */
export class Inspector implements InspectorService, InspectorState, RecorderHost, RemoteHost {
  readonly ring: Ring<KeptExchange>;
  readonly feed: EventFeed;
  readonly redactor: BodyRedactor;
  readonly health: ProviderHealthLog = new ProviderHealthLog();
  readonly services: HttpServices;
  readonly page: InspectorPage | undefined;
  readonly clientCards: (url: string) => readonly ClientCard[];
  private readonly idle: IdleQueue;
  readonly remote: RemoteExchanges;
  readonly views: ExchangeViews;
  readonly recorder: ExchangeRecorder;
  private known: RecordingSettings | undefined;

  constructor({ services, page, clientCards = () => [] }: InspectorOptions) {
    this.services = services;
    this.page = page;
    this.clientCards = clientCards;
    this.redactor = new BodyRedactor(services.redactor);
    this.idle = new IdleQueue(services.clock.elapsed, (error) => services.reportBug(error));
    this.ring = new Ring(services.now() * SEQ_PER_MS, () => this.feed.wake());
    this.remote = new RemoteExchanges(this);
    this.views = new ExchangeViews(this);
    this.feed = new EventFeed({
      ring: this.ring,
      onIdle: (job) => this.idle.add(job),
      viewSummary: (exchange) => viewSummary(exchange, this.redactor),
    });
    this.recorder = new ExchangeRecorder(this);
  }

  get settings(): InspectorSettings {
    return this.services.config.inspector;
  }

  get isEnabled(): boolean {
    return this.recordingSettings.isEnabled;
  }

  get hasPage(): boolean {
    return this.isEnabled && this.page?.assetNamed("index.html") !== undefined;
  }

  get maxBodyBytes(): number {
    return this.recordingSettings.maxBodyBytes;
  }

  private get recordingSettings(): RecordingSettings {
    const { config } = this.services;
    if (this.known?.config !== config) this.known = recordingSettings(config);
    return this.known;
  }

  observe(request: InspectedRequest, caller: Caller): RequestObserver | undefined {
    return this.recorder.observe(request, caller);
  }

  onUnrecorded(request: UnrecordedRequest, record: RequestRecord): void {
    this.recorder.onUnrecorded(request, record);
  }

  hasNew(losses: readonly Loss[]): boolean {
    return this.recorder.hasNew(losses);
  }

  onLook(): void {
    this.recorder.onLook();
  }

  handle(request: InspectorRequest): Promise<number> {
    this.onLook();
    return handleInspectorRequest(this, request);
  }

  close(): void {
    this.feed.close();
  }

  /** Whether a caller may see the exchanges of a tenant. */
  maySee({ tenant, isAdmin }: Caller, owner: string): boolean {
    return isAdmin === true || tenant === owner;
  }

  async run<T>(steps: () => SearchSteps<T>): Promise<T> {
    return this.services.scheduler.run(steps());
  }

  keep(exchange: ImportedExchange): void {
    this.ring.grow(exchange, exchange.bytes);
    this.ring.touch(exchange);
    this.ring.trim(this.settings.maxBytes);
    this.feed.wake();
  }

  // ── RemoteHost ────────────────────────────────────────────────────────────

  get clock(): Clock {
    return this.services.clock;
  }

  get secrets(): LearnedSecrets {
    return { credentials: this.redactor.finder.learned, shared: this.services.redactor.shared };
  }

  /** Adds what must not be shown; returns whether any of it is new. */
  learn({ credentials, shared }: LearnedSecrets): boolean {
    const { finder } = this.redactor;
    const { version } = finder;
    this.services.redactor.learnShared(shared);
    finder.learn(credentials);
    return finder.version !== version;
  }
}
