// With several workers, each records its own exchanges. This is what a worker answers when the primary process asks for
// them.

import type { Inspector } from "./inspector.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { LearnedSecrets, RecordedChanges, RemoteRecorder } from "./remote-recorder.ts";
import { isGone, type KeptExchange, knownSummary } from "./view.ts";

/** The interval between two checks for a change while the primary waits for one, in milliseconds. */
const INTERVAL = 100;

/** How long the primary waits for a change at most, in milliseconds. */
const MAX_WAIT = 10_000;

/** How many summaries are made in one step. */
const STEP = 32;

/** What the inspector of this process has recorded, for another process that shows it. Nothing is done until that asks. */
export class RecordedExchanges implements RemoteRecorder {
  private readonly inspector: Inspector;

  constructor(inspector: Inspector) {
    this.inspector = inspector;
  }

  async changes(since: number): Promise<RecordedChanges> {
    const { ring, secrets, health } = this.inspector;
    this.inspector.onLook();
    const { seq } = ring;
    const changes = ring.changesSince(since);
    const exchanges = await this.knownSummaries(changes?.changed ?? ring.all());
    return {
      seq,
      isComplete: changes === undefined,
      exchanges,
      removed: changes?.removed.map(({ id }) => id) ?? [],
      secrets,
      health: health.uses,
    };
  }

  async untilChanged(since: number): Promise<void> {
    const { services, ring } = this.inspector;
    const { clock } = services;
    const end = clock.elapsed() + MAX_WAIT;
    this.inspector.onLook();
    while (ring.seq === since && clock.elapsed() < end && !services.isDraining)
      await new Promise<void>((resolve) => clock.setTimer(resolve, INTERVAL));
  }

  summaries(ids: readonly string[]): Promise<readonly ExchangeSummary[]> {
    return this.inspector.views.summaries(this.kept(ids));
  }

  async detail(id: string): Promise<ExchangeDetail | undefined> {
    const [exchange] = this.kept([id]);
    return exchange && this.inspector.views.detail(exchange);
  }

  async body(id: string, name: string): Promise<Uint8Array | undefined> {
    const [exchange] = this.kept([id]);
    return exchange && this.inspector.views.body(exchange, name);
  }

  forget(ids: readonly string[]): void {
    this.inspector.ring.remove(this.kept(ids));
  }

  learn(secrets: LearnedSecrets): void {
    this.inspector.learn(secrets);
  }

  private knownSummaries(exchanges: readonly KeptExchange[]): Promise<readonly ExchangeSummary[]> {
    const { redactor } = this.inspector;
    return this.inspector.run(function* () {
      const summaries: ExchangeSummary[] = [];
      for (const [index, exchange] of exchanges.entries()) {
        if (!isGone(exchange)) summaries.push(knownSummary(exchange, redactor));
        if (index % STEP === STEP - 1) yield;
      }
      return summaries;
    });
  }

  private kept(ids: readonly string[]): readonly KeptExchange[] {
    return ids.flatMap((id) => this.inspector.ring.get(id) ?? []);
  }
}
