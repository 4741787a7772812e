// The exchanges that are kept: the newest, as many as fit into the configured memory.

import type { ExchangeSummary } from "./protocol.ts";

/** What the ring needs of an exchange. */
export interface RingEntry {
  readonly id: string;
  readonly tenant: string | undefined;
  readonly state: ExchangeSummary["state"];
  /** The sequence number of its last change. */
  seq: number;
  /** Roughly the memory that it takes, in bytes. */
  size: number;
  /** Whether the ring has removed it. */
  isForgotten: boolean;
  /** Gives up all bodies. */
  dropBodies(): void;
  /** Releases everything: the entry was removed. */
  forget(): void;
}

/** What an exchange takes besides its bodies, roughly, in bytes. */
const OVERHEAD = 2048;

/** How many removed ids are remembered, for readers that were away. */
const MAX_REMOVED = 4096;

/** How much of the limit is left after a removal: less than all, so that not every new exchange removes one. */
const KEPT_SHARE = 15 / 16;

/** The exchanges. The oldest are removed when all together are too large. */
export class Ring<Entry extends RingEntry> {
  /** In the order in which they were added. */
  private entries: Entry[] = [];
  /** The same by their ids, as long as none is removed after somebody has asked for one. */
  private index: Map<string, Entry> | undefined;
  private readonly removed: RemovedExchange[] = [];
  /** How many were removed since somebody has looked at the ring. */
  private removedUnseen = 0;
  private readonly onRemoved: () => void;
  private used = 0;
  private lastSeq: number;
  /** Changes up to this sequence number are no longer known. */
  private forgotten: number;

  /** Sequence numbers begin after `start`. */
  constructor(start: number, onRemoved: () => void) {
    this.lastSeq = start;
    this.forgotten = start;
    this.onRemoved = onRemoved;
  }

  get seq(): number {
    this.removedUnseen = 0;
    return this.lastSeq;
  }

  /** In bytes. */
  get size(): number {
    return this.used;
  }

  /** The oldest change first. */
  all(): readonly Entry[] {
    this.removedUnseen = 0;
    return this.entries.toSorted((one, other) => one.seq - other.seq);
  }

  get(id: string): Entry | undefined {
    this.index ??= new Map(this.entries.map((entry) => [entry.id, entry]));
    return this.index.get(id);
  }

  has(entry: Entry): boolean {
    return entry.seq > 0 && !entry.isForgotten;
  }

  /** Adds an exchange, or counts a change of one. */
  touch(entry: Entry): void {
    if (entry.seq === 0) {
      this.entries.push(entry);
      this.index?.set(entry.id, entry);
      this.grow(entry, OVERHEAD);
    }
    entry.seq = ++this.lastSeq;
  }

  /** The sequence number of an exchange that is added later. */
  reserve(): number {
    return ++this.lastSeq;
  }

  /** Adds exchanges that have their sequence numbers and sizes. */
  insert(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    for (const { size } of entries) this.used += size;
    this.entries = [...this.entries, ...entries].sort((one, other) => one.seq - other.seq);
    this.index = undefined;
  }

  /** Counts bytes of an exchange, also before it is added. */
  grow(entry: Entry, bytes: number): void {
    entry.size += bytes;
    this.used += bytes;
  }

  /** Removes the oldest until the rest is small enough. Those that are running stay, without their bodies if need be. */
  trim(maxBytes: number): void {
    if (this.used <= maxBytes) return;
    const enough = maxBytes * KEPT_SHARE;
    const victims: Entry[] = [];
    let rest = this.used;
    for (const entry of this.entries) {
      if (rest <= enough) break;
      if (entry.state === "running") continue;
      victims.push(entry);
      rest -= entry.size;
    }
    this.remove(victims);
    for (const entry of this.entries) {
      if (this.used <= maxBytes) break;
      entry.dropBodies();
    }
  }

  remove(victims: readonly Entry[]): void {
    if (victims.length === 0) return;
    for (const entry of victims) this.forget(entry);
    this.index = undefined;
    this.entries = this.entries.filter(({ isForgotten }) => !isForgotten);
    this.forgetRemoved();
    this.onRemoved();
  }

  private forget(entry: Entry): void {
    if (entry.isForgotten) return;
    this.used -= entry.size;
    entry.isForgotten = true;
    this.lastSeq++;
    if (++this.removedUnseen <= MAX_REMOVED)
      this.removed.push({ seq: this.lastSeq, id: entry.id, tenant: entry.tenant ?? "" });
    entry.forget();
  }

  private forgetRemoved(): void {
    // If so many were removed since somebody has looked, nobody knows a sequence number before them.
    if (this.removedUnseen > MAX_REMOVED) {
      this.removed.length = 0;
      this.forgotten = this.lastSeq;
      return;
    }
    const tooMany = Math.max(0, this.removed.length - MAX_REMOVED);
    this.forgotten = this.removed.splice(0, tooMany).at(-1)?.seq ?? this.forgotten;
  }

  /** What has changed after a sequence number; `undefined` if that is too long ago, or not of this gateway. */
  changesSince(seq: number): Changes<Entry> | undefined {
    if (seq < this.forgotten || seq > this.lastSeq) return undefined;
    return {
      changed: this.all().filter((entry) => entry.seq > seq),
      removed: this.removed.filter((each) => each.seq > seq),
    };
  }
}

export interface RemovedExchange {
  readonly seq: number;
  readonly id: string;
  readonly tenant: string;
}

export interface Changes<Entry> {
  /** In the order of their changes. */
  readonly changed: readonly Entry[];
  readonly removed: readonly RemovedExchange[];
}
