// The exchanges of all workers, as the primary process knows them.

import type { Clock } from "../clock.ts";
import type { EventFeed } from "./event-feed.ts";
import type { MissingExchanges } from "./protocol.ts";
import type { ProviderHealthLog } from "./provider-health.ts";
import type { RemoteExchange } from "./remote-exchange.ts";
import type { LearnedSecrets, RecordedChanges, RemoteRecorder } from "./remote-recorder.ts";
import { RemoteSource } from "./remote-source.ts";
import type { Ring } from "./ring.ts";
import type { KeptExchange } from "./view.ts";

/** Where the exchanges of other processes are shown. */
export interface RemoteHost {
  readonly ring: Ring<KeptExchange>;
  readonly feed: EventFeed;
  readonly health: ProviderHealthLog;
  readonly clock: Clock;
  readonly secrets: LearnedSecrets;
  /** Returns whether any of them is new. */
  learn(secrets: LearnedSecrets): boolean;
}

/** How many ended processes are listed. */
const MAX_ENDED = 8;

/** The shortest time between two looks for changes while somebody follows them, in milliseconds. */
const INTERVAL = 100;

/** The exchanges that other processes have recorded. These are asked when somebody looks, and not before. */
export class RemoteExchanges {
  private readonly host: RemoteHost;
  private readonly sources = new Set<RemoteSource>();
  private readonly ended: MissingExchanges[] = [];
  private last: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | undefined;

  constructor(host: RemoteHost) {
    this.host = host;
  }

  /** Adds a process; what is returned is called when it is gone. */
  add(worker: number, recorder: RemoteRecorder): () => void {
    const source = new RemoteSource(worker, recorder, this.host.clock);
    this.sources.add(source);
    this.follow();
    return () => this.remove(source);
  }

  /** Which exchanges cannot be listed. */
  get missing(): readonly MissingExchanges[] {
    const at = this.host.clock.now();
    const silent = [...this.sources].filter(({ isSilent }) => isSilent);
    return [...this.ended, ...silent.map(({ worker }) => ({ worker, reason: "silent" as const, at }))];
  }

  /** Reads the changes of all processes. Callers at the same time share one read. */
  sync(): Promise<void> {
    if (this.sources.size === 0) return this.last;
    if (this.waiting === undefined) {
      this.waiting = this.last.then(() => {
        this.waiting = undefined;
        return this.read();
      });
      this.last = this.waiting;
    }
    return this.waiting;
  }

  /** Adds what the bodies of exchanges tell to their summaries. */
  async describe(exchanges: readonly RemoteExchange[]): Promise<void> {
    const wanted = exchanges.filter(({ isDescribed }) => !isDescribed);
    const ofSource = (source: RemoteSource) => wanted.filter((exchange) => exchange.source === source);
    await Promise.all([...this.sources].map((source) => source.describe(ofSource(source))));
  }

  /** Reads changes as long as a page follows them. */
  follow(): void {
    for (const source of this.sources) if (!source.isFollowed && this.host.feed.isRead) void this.followSource(source);
  }

  private async followSource(source: RemoteSource): Promise<void> {
    const { feed, clock } = this.host;
    source.isFollowed = true;
    while (feed.isRead && this.sources.has(source)) {
      // A process that does not answer is listed as silent, and asked again.
      await source.untilChanged().catch(() => undefined);
      await this.sync();
      await new Promise<void>((resolve) => clock.setTimer(resolve, INTERVAL));
    }
    source.isFollowed = false;
  }

  private async read(): Promise<void> {
    const { ring, feed } = this.host;
    const found = await Promise.all(
      [...this.sources].map(async (source) => ({ source, changes: await source.read() })),
    );
    const changed: RemoteExchange[] = [];
    for (const { source, changes } of found) if (changes !== undefined) changed.push(...this.takeOver(source, changes));
    if (feed.isRead) await this.describe(changed);
    changed.sort((one, other) => one.changedAt - other.changedAt);
    for (const exchange of changed) ring.touch(exchange);
    feed.wake();
  }

  private takeOver(source: RemoteSource, changes: RecordedChanges): readonly RemoteExchange[] {
    const { ring, health } = this.host;
    this.share(changes.secrets);
    health.merge(changes.health);
    const { changed, removed } = source.apply(changes);
    ring.remove(removed);
    return changed;
  }

  /** What one process knows to be secret, all do before they are asked to show anything. */
  private share(secrets: LearnedSecrets): void {
    if (!this.host.learn(secrets)) return;
    for (const { recorder } of this.sources) recorder.learn(this.host.secrets);
  }

  private remove(source: RemoteSource): void {
    const { ring, feed, clock } = this.host;
    this.sources.delete(source);
    const at = clock.now();
    this.ended.push({ worker: source.worker, reason: "ended", at });
    this.ended.splice(0, this.ended.length - MAX_ENDED);
    for (const exchange of source.entries.values()) if (exchange.abandon(at)) ring.touch(exchange);
    feed.wake();
  }
}
