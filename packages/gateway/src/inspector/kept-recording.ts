// An exchange of this process in the ring. Until somebody looks at it, there are only references to what it sends and receives while it
// runs, and bytes in the store when it is over, since most exchanges are never looked at. Then there is a recording of it.

import type { ObservedRequest } from "../http/request-observer.ts";
import type { StoredBytes } from "./body-store.ts";
import { droppedExchange } from "./dropped-exchange.ts";
import { isComplete } from "./exchange-references.ts";
import { HostedExchange } from "./hosted-exchange.ts";
import type { KeepingHost } from "./keeping-host.ts";
import { bodiesOf } from "./pack-body.ts";
import { packQuick } from "./pack-quick.ts";
import { packRecording } from "./pack-recording.ts";
import { PackedExchange } from "./packed-exchange.ts";
import { type QuickHost, QuickRecording } from "./quick-recording.ts";
import { Recording, type RequestHead } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { RingEntry } from "./ring.ts";
import { searchedTogether } from "./searched.ts";

/** An exchange that this process has recorded. */
export class KeptRecording
  extends HostedExchange<KeepingHost<KeptRecording>>
  implements RingEntry, RecordingHost, QuickHost
{
  /** What there is of it before there is a recording, and what that takes once the exchange is over, in bytes. */
  private quick: QuickRecording | undefined = undefined;
  private quickSize = 0;
  private recording: Recording | undefined = undefined;
  private packed: PackedExchange | undefined = undefined;

  record(head: RequestHead, replayOf?: string): Recording {
    this.recording = new Recording(head, this, replayOf);
    return this.recording;
  }

  /** Begins to remember what there is anyway, until somebody looks or the exchange turns out to be large or unusual. */
  recordQuickly(observed: ObservedRequest, replayOf: string | undefined): QuickRecording {
    this.quick = new QuickRecording(observed, this, replayOf);
    return this.quick;
  }

  /** Whether there is nothing left of it. */
  get isGone(): boolean {
    return this.recording === undefined && this.packed === undefined && this.quick === undefined;
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
    return this.recording ?? this.recordingOfQuick() ?? this.place().unpack(this);
  }

  /** Keeps no recording any more, if the exchange is packed and no secret was removed from it. */
  close(): void {
    const { recording, packed } = this;
    if (recording === undefined || packed === undefined) return;
    const { bodies } = recording;
    if (recording.hadSecretInHeads || bodies.some(({ hasSecret, isThorough }) => hasSecret || isThorough)) this.hold();
    else {
      this.searched = searchedTogether(bodies);
      this.recording = undefined;
    }
  }

  /** Removes secrets without unpacking the exchange; returns false if that is not possible. */
  redactPacked(redactor: BodyRedactor): boolean {
    const searched = this.recording === undefined ? this.packed?.search(redactor) : undefined;
    if (searched === undefined) return false;
    this.searched = searched;
    this.isRedacted = true;
    return true;
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

  /** Packs an exchange that is over and of which there are only references. */
  packReferences(): void {
    const { quick, host } = this;
    if (quick === undefined) return;
    const result = isComplete(quick) ? packQuick(quick, host.store, host.writer) : undefined;
    if (result === undefined) {
      this.open();
      this.pack();
      return;
    }
    this.quick = undefined;
    this.packed = new PackedExchange(result.fields, result.slab, quick.losses.length === 0);
    host.onAttempt(result.attempt);
    this.onGrowth(result.size - this.quickSize);
  }

  private recordingOfQuick(): Recording | undefined {
    const { quick } = this;
    if (quick === undefined) return undefined;
    this.quick = undefined;
    const recording = this.record(quick.observed, quick.replayOf);
    this.onGrowth(-this.quickSize);
    quick.tell(recording);
    if (this.state !== "running") this.host.onComplete(recording);
    return recording;
  }

  // ── RingEntry ─────────────────────────────────────────────────────────────

  get id(): string {
    return this.quick?.observed.id ?? this.recording?.id ?? this.place().start.id;
  }

  get session(): string {
    const recording = this.recording ?? this.recordingOfQuick();
    return (recording === undefined ? this.place().start.session : recording.conversation?.session) ?? "";
  }

  get startedAt(): number {
    return this.quick?.observed.started ?? this.recording?.startedAt ?? this.place().start.startedAt;
  }

  dropBodies(): void {
    this.hold().dropBodies();
  }

  forget(): void {
    // What is sent and received after this still has somewhere to go.
    const recording = this.state === "running" ? this.open() : this.recording;
    if (recording !== undefined) recording.dropBodies();
    else this.packed?.releaseBodies(this.store, this.searched.version > 0);
    this.quick = undefined;
    this.releasePacked();
    this.size = 0;
  }

  // ── RecordingHost, QuickHost ──────────────────────────────────────────────

  stored(start: number, length: number): StoredBytes | undefined {
    return this.place().stored(start, length, this.store);
  }

  onAuthorized(): void {
    const { quick, recording } = this;
    if (quick !== undefined) this.host.onAuthorized(quick.observed.incoming);
    else if (recording !== undefined) this.host.onAuthorized({ headers: recording.headers, url: recording.path });
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

  onQuickEnd(bytes: number): void {
    this.state = "done";
    this.quickSize = bytes;
    this.host.onQuickEnd(this, bytes);
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
