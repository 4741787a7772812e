// An exchange of this process in the ring. When it is over, it is bytes in the store until somebody looks at it, since most exchanges are
// never looked at. Then there is a recording of it again.

import type { InspectedRequest } from "../http/request-observer.ts";
import type { BodyStore, StoredBytes } from "./body-store.ts";
import { droppedExchange } from "./dropped-exchange.ts";
import type { CountedSecond } from "./exchange-sample.ts";
import { bodiesOf } from "./pack-body.ts";
import { packRecording } from "./pack-recording.ts";
import { PackedExchange } from "./packed-exchange.ts";
import type { FieldWriter } from "./packed-fields.ts";
import type { ExchangeSummary } from "./protocol.ts";
import { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { RingEntry } from "./ring.ts";
import { NOT_SEARCHED, type Searched, searchedTogether } from "./searched.ts";

/** What an exchange needs of the inspector. */
export interface KeepingHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly writer: FieldWriter;
  now(): number;
  nowInTurn(): number;
  onChange(exchange: KeptRecording): void;
  onGrowth(exchange: KeptRecording, bytes: number): void;
  onEnd(exchange: KeptRecording, recording: Recording): void;
}

/** An exchange that this process has recorded. */
export class KeptRecording implements RingEntry, RecordingHost {
  seq = 0;
  size = 0;
  readonly tenant: string;
  state: ExchangeSummary["state"] = "running";
  isRedacted = false;
  bodiesDropped: ExchangeSummary["bodiesDropped"] = undefined;
  isForgotten = false;
  /** When it has begun to wait for the removal of secrets, by a monotonic clock, in milliseconds. */
  waitsSince = 0;
  searched: Searched = NOT_SEARCHED;
  /** The second that it has begun in, if nobody looked then. */
  second: CountedSecond | undefined = undefined;
  private readonly host: KeepingHost;
  private recording: Recording | undefined = undefined;
  private packed: PackedExchange | undefined = undefined;

  constructor(host: KeepingHost, tenant: string) {
    this.host = host;
    this.tenant = tenant;
  }

  record({ id, started, incoming, route, replayOf }: InspectedRequest): Recording {
    this.recording = new Recording({ id, started, incoming, dialect: route.dialect }, this, replayOf);
    return this.recording;
  }

  /** Whether there is nothing left of it. */
  get isGone(): boolean {
    return this.recording === undefined && this.packed === undefined;
  }

  /** The recording, to be changed: `close` or `hold` follows. */
  open(): Recording {
    this.recording ??= this.peek();
    return this.recording;
  }

  /** The recording, which is kept from now on. */
  hold(): Recording {
    const recording = this.open();
    this.releasePacked();
    return recording;
  }

  /** The recording, to be read in this turn of the event loop. */
  peek(): Recording {
    return this.recording ?? this.place().unpack(this);
  }

  /** Keeps no recording any more, if no secret was removed from it and it can be packed. */
  close(): void {
    const { recording, packed } = this;
    if (recording === undefined) return;
    const { bodies } = recording;
    if (recording.hadSecretInHeads || bodies.some(({ hasSecret, isThorough }) => hasSecret || isThorough)) this.hold();
    else {
      this.searched = searchedTogether(bodies);
      if (packed === undefined) this.pack();
      else this.recording = undefined;
    }
  }

  /** Packs the exchange, if its bodies are complete and in one piece of memory. */
  pack(): void {
    const { recording, host } = this;
    const bodies = recording && bodiesOf(recording);
    if (recording === undefined || bodies === undefined) return;
    this.releasePacked();
    packRecording(recording, bodies, host.writer);
    const fields = host.writer.store(host.store);
    if (fields === undefined) return;
    this.packed = new PackedExchange(fields, bodies.slab);
    this.recording = undefined;
    host.onGrowth(this, fields.length);
  }

  // ── RingEntry ─────────────────────────────────────────────────────────────

  get id(): string {
    return this.recording?.id ?? this.place().start.id;
  }

  get session(): string {
    const { recording } = this;
    return (recording === undefined ? this.place().start.session : recording.conversation?.session) ?? "";
  }

  get startedAt(): number {
    return this.recording?.startedAt ?? this.place().start.startedAt;
  }

  dropBodies(): void {
    this.hold().dropBodies();
  }

  forget(): void {
    // What is sent and received after this still has somewhere to go.
    const recording = this.state === "running" ? this.open() : this.recording;
    if (recording !== undefined) recording.dropBodies();
    else this.packed?.releaseBodies(this.store, this.searched.version > 0);
    this.releasePacked();
    // Nobody has seen it.
    if (this.state !== "running" && !this.isRedacted) this.recording = undefined;
    this.size = 0;
  }

  // ── RecordingHost ─────────────────────────────────────────────────────────

  get maxBodyBytes(): number {
    return this.host.maxBodyBytes;
  }

  get store(): BodyStore {
    return this.host.store;
  }

  now(): number {
    return this.host.now();
  }

  nowInTurn(): number {
    return this.host.nowInTurn();
  }

  stored(start: number, length: number): StoredBytes | undefined {
    return this.place().stored(start, length, this.store);
  }

  onChange(): void {
    if (!this.isForgotten) this.host.onChange(this);
  }

  onGrowth(bytes: number): void {
    if (!this.isForgotten && bytes !== 0) this.host.onGrowth(this, bytes);
  }

  onEnd(): void {
    if (this.recording !== undefined) this.host.onEnd(this, this.recording);
  }

  private place(): PackedExchange {
    if (this.packed === undefined) throw droppedExchange();
    return this.packed;
  }

  private releasePacked(): void {
    const { packed } = this;
    if (packed === undefined) return;
    packed.release(this.store);
    this.packed = undefined;
    this.onGrowth(-packed.size);
  }
}
