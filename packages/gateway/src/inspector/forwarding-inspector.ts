import type { InspectorService, ObservedRequest } from "../http/request-observer.ts";
import type { HttpServices } from "../http/services.ts";
import type { SharedSecrets } from "../observe/redact.ts";
import { BodyStore } from "./body-store.ts";
import { ClientCredentials } from "./client-credentials.ts";
import { IdleQueue } from "./idle-queue.ts";
import { isEnabledBy, maxBodyBytes } from "./inspector.ts";
import { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import { type RecordingSnapshot, snapshotOf } from "./recording-snapshot.ts";
import { BodyRedactor } from "./redact/body-redactor.ts";
import type { Steps } from "./redact/secret-finder.ts";
import { runningSnapshot } from "./running-snapshot.ts";
import { finishSealing, seal } from "./sealing.ts";

/** Takes what was recorded to the process that shows it. */
export interface ExchangeForwarder {
  /** What must not be shown; told before an exchange that may contain it. */
  secrets(secrets: SharedSecrets): void;
  credentials(credentials: readonly string[]): void;
  /** `onSent` is called when it has left this process. */
  exchange(snapshot: RecordingSnapshot, onSent: () => void): void;
}

/** How much may be on its way, in bytes; beyond it, exchanges are forwarded without their bodies. */
const MAX_UNSENT = 16 * 1024 * 1024;

/** How long a change waits for another, in milliseconds. */
const DELAY = 50;

/** How many conversations are remembered, so that only what is new in a request is searched for secrets. */
const MAX_SESSIONS = 64;

/** Larger requests are not kept for that, in bytes. */
const MAX_COMPARED = 1024 * 1024;

/** Records exchanges and forwards them to another process, after the requests that are under way. */
export class ForwardingInspector implements InspectorService, RecordingHost<Recording> {
  readonly hasPage = false;
  readonly store: BodyStore = new BodyStore();
  private readonly services: HttpServices;
  private readonly forwarder: ExchangeForwarder;
  private readonly idle: IdleQueue;
  private readonly redactor: BodyRedactor;
  private readonly credentials: ClientCredentials;
  private readonly changed = new Set<Recording>();
  private readonly running = new Map<string, Recording>();
  private readonly latest = new Map<string, Recording>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private knownSecrets: readonly string[] = [];
  /** What recordings hold here, and what is on its way, in bytes. */
  private held = 0;
  private unsent = 0;

  constructor(services: HttpServices, forwarder: ExchangeForwarder) {
    this.services = services;
    this.forwarder = forwarder;
    this.redactor = new BodyRedactor(services.redactor);
    this.idle = new IdleQueue(services.clock.elapsed, (error) => services.reportBug(error));
    this.credentials = new ClientCredentials((found) => {
      this.redactor.finder.learn(found);
      forwarder.credentials(found);
    });
  }

  get isEnabled(): boolean {
    return isEnabledBy(this.services.config);
  }

  get maxBodyBytes(): number {
    return maxBodyBytes(this.services.config.inspector);
  }

  get now(): () => number {
    return this.services.now;
  }

  observe(request: ObservedRequest, replayOf?: string): Recording | undefined {
    if (!this.isEnabled) return undefined;
    this.credentials.learn(request);
    return new Recording(request, this, replayOf);
  }

  // The process that shows the exchanges handles these requests.
  async handle(): Promise<number> {
    throw new Error("a worker does not show exchanges");
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** What there is by now of an exchange that is running, for somebody who looks; `undefined` if it is over. */
  async viewRunning(id: string): Promise<RecordingSnapshot | undefined> {
    const recording = this.running.get(id);
    return recording && this.services.scheduler.run(runningSnapshot(recording, this.redactor));
  }

  // ── RecordingHost ─────────────────────────────────────────────────────────

  onChange(recording: Recording): void {
    this.running.set(recording.id, recording);
    this.changed.add(recording);
    this.timer ??= setTimeout(() => this.forwardChanges(), DELAY);
  }

  onGrowth(recording: Recording, bytes: number): void {
    if (recording.state !== "running" && bytes < 0) return;
    recording.size += bytes;
    this.held += bytes;
    if (bytes > 0 && this.held > this.services.config.inspector.maxBytes) recording.dropBodies();
  }

  onConversation(recording: Recording, session: string): void {
    const before = this.latest.get(session);
    if (before !== undefined && before.tenant === recording.tenant) recording.before = before;
    this.latest.delete(session);
    this.latest.set(session, recording);
    const [oldest] = this.latest.keys();
    if (this.latest.size > MAX_SESSIONS && oldest !== undefined) this.latest.delete(oldest);
  }

  onEnd(recording: Recording): void {
    seal(recording, this.redactor);
    this.changed.delete(recording);
    this.running.delete(recording.id);
    this.idle.add(this.finish(recording));
  }

  private *finish(recording: Recording): Steps<void> {
    yield* finishSealing(recording, this.redactor);
    this.forward(recording, this.unsent < MAX_UNSENT);
    // The next request of the conversation is compared with this one.
    const { requestBody, bodies } = recording;
    for (const body of bodies) if (body !== requestBody || body.length > MAX_COMPARED) body.drop();
    this.held -= recording.size;
    recording.size = 0;
  }

  private forwardChanges(): void {
    this.timer = undefined;
    for (const recording of this.changed) this.forward(recording, false);
    this.changed.clear();
  }

  private forward(recording: Recording, hasContent: boolean): void {
    const { redactor } = this.services;
    if (redactor.all !== this.knownSecrets) {
      this.knownSecrets = redactor.all;
      this.forwarder.secrets(redactor.shared);
    }
    const size = hasContent ? recording.size : 0;
    this.unsent += size;
    this.forwarder.exchange(snapshotOf(recording, hasContent), () => {
      this.unsent -= size;
    });
  }
}
