// An exchange of this process in the ring. While it runs, and after somebody has looked at it, there is a recording of it. Otherwise it
// is packed, since most exchanges are never looked at: one small object, and bytes in the store.

import type { BodyStore, Slab, StoredBytes } from "./body-store.ts";
import { droppedExchange } from "./dropped-exchange.ts";
import { bodiesOf, type PackedBodies, unpackBodies } from "./pack-body.ts";
import { packRecording, unpackRecording, unpackStart } from "./pack-recording.ts";
import { FieldReader, type FieldWriter } from "./packed-fields.ts";
import type { ExchangeSummary } from "./protocol.ts";
import { Recording, type RequestHead } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { RingEntry } from "./ring.ts";
import { NOT_SEARCHED, type Searched, searchedAs } from "./searched.ts";

/** What an exchange needs of the inspector. */
export interface KeepingHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly writer: FieldWriter;
  readonly now: () => number;
  readonly nowInTurn: () => number;
  onAuthorized(head: Pick<Recording, "headers" | "path">): void;
  onChange(exchange: KeptRecording): void;
  onGrowth(exchange: KeptRecording, bytes: number): void;
  onEnd(exchange: KeptRecording, recording: Recording): void;
}

/** An exchange that this process has recorded. */
export class KeptRecording implements RingEntry, RecordingHost {
  seq = 0;
  size = 0;
  tenant: string | undefined = undefined;
  state: ExchangeSummary["state"] = "running";
  isRedacted = false;
  isGivenUp = false;
  isForgotten = false;
  /** When it has begun to wait for the removal of secrets, by a monotonic clock, in milliseconds. */
  waitsSince = 0;
  searched: Searched = NOT_SEARCHED;
  private readonly host: KeepingHost;
  private recording: Recording | undefined = undefined;
  /** All but the bodies, if it is packed, and the memory of the bodies. */
  private packed: StoredBytes | undefined = undefined;
  private slab: Slab | undefined = undefined;

  constructor(host: KeepingHost) {
    this.host = host;
  }

  /** Begins to record. */
  record(head: RequestHead, replayOf?: string): Recording {
    this.recording = new Recording(head, this, replayOf);
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
    return this.recording ?? unpackRecording(this.reader(), this);
  }

  /** Keeps no recording any more, if the exchange is packed and no secret was removed from it. */
  close(): void {
    const { recording, packed } = this;
    if (recording === undefined || packed === undefined) return;
    const { bodies } = recording;
    if (recording.hadSecretInHeads || bodies.some(({ hasSecret, isThorough }) => hasSecret || isThorough)) this.hold();
    else {
      const version = bodies.reduce((least, body) => (body.isKept ? Math.min(least, body.version) : least), Infinity);
      this.searched = searchedAs(
        version,
        bodies.some(({ hasName }) => hasName),
      );
      this.recording = undefined;
    }
  }

  /** Packs the exchange, if its bodies are complete and in one piece of memory. */
  pack(): void {
    const { recording, host } = this;
    const bodies = recording && bodiesOf(recording);
    if (recording === undefined || bodies === undefined) return;
    this.releasePacked();
    packRecording(recording, bodies, host.writer);
    this.packed = host.writer.store(host.store);
    if (this.packed === undefined) return;
    this.slab = bodies.slab;
    this.recording = undefined;
    host.onGrowth(this, this.packed.length);
  }

  // ── RingEntry ─────────────────────────────────────────────────────────────

  get id(): string {
    return this.recording?.id ?? unpackStart(this.reader()).id;
  }

  get session(): string {
    const { recording } = this;
    return (recording === undefined ? unpackStart(this.reader()).session : recording.conversation?.session) ?? "";
  }

  get startedAt(): number {
    return this.recording?.startedAt ?? unpackStart(this.reader()).startedAt;
  }

  dropBodies(): void {
    this.hold().dropBodies();
  }

  forget(): void {
    if (this.recording === undefined) this.releaseBodies(unpackBodies(this.reader()));
    else this.recording.dropBodies();
    this.releasePacked();
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
    return this.slab && this.store.at(this.slab, start, length);
  }

  onAuthorized(): void {
    if (this.recording !== undefined) this.host.onAuthorized(this.recording);
  }

  onChange(): void {
    if (!this.isForgotten) this.host.onChange(this);
  }

  onGrowth(bytes: number): void {
    if (!this.isForgotten) this.host.onGrowth(this, bytes);
  }

  onEnd(): void {
    if (this.recording !== undefined) this.host.onEnd(this, this.recording);
  }

  private reader(): FieldReader {
    if (this.packed === undefined) throw droppedExchange();
    return new FieldReader(this.packed);
  }

  private releaseBodies({ count, start, end }: PackedBodies): void {
    const { slab, searched } = this;
    if (slab === undefined) return;
    // The memory is reused, and what is in it may be a secret until it was searched.
    if (searched.version === 0) slab.memory.fill(0, start, end);
    this.store.releaseAll(slab, count);
  }

  private releasePacked(): void {
    const { packed } = this;
    if (packed === undefined) return;
    packed.clear();
    this.store.release(packed);
    this.packed = undefined;
    this.onGrowth(-packed.length);
  }
}
