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
  /** Gives up all bodies. */
  dropBodies(): void;
  /** It is not shown any more, and keeps nothing more. */
  forget(): void;
}

/** What an exchange takes besides its bodies, roughly, in bytes. */
const OVERHEAD = 2048;

/** How many removed ids are remembered, for readers that were away. */
const MAX_REMOVED = 4096;

/** The exchanges, in the order of their last changes. The oldest are removed when all together are too large. */
export class Ring<Entry extends RingEntry> {
  private readonly entries = new Map<string, Entry>();
  private readonly removed: RemovedExchange[] = [];
  private readonly onRemoved: () => void;
  private used = 0;
  private lastSeq: number;
  /** Changes up to here can no longer be told. */
  private forgotten: number;

  /** Sequence numbers begin after `start`. */
  constructor(start: number, onRemoved: () => void) {
    this.lastSeq = start;
    this.forgotten = start;
    this.onRemoved = onRemoved;
  }

  get seq(): number {
    return this.lastSeq;
  }

  /** In bytes. */
  get size(): number {
    return this.used;
  }

  /** The oldest change first. */
  all(): readonly Entry[] {
    return [...this.entries.values()];
  }

  get(id: string): Entry | undefined {
    return this.entries.get(id);
  }

  has(entry: Entry): boolean {
    return this.entries.get(entry.id) === entry;
  }

  /** Adds a entry, or moves one that has changed to the end. */
  touch(entry: Entry): void {
    if (!this.entries.delete(entry.id)) this.grow(entry, OVERHEAD);
    this.entries.set(entry.id, entry);
    entry.seq = ++this.lastSeq;
  }

  /** Counts bytes of a entry, also before it is added. */
  grow(entry: Entry, bytes: number): void {
    entry.size += bytes;
    this.used += bytes;
  }

  /** Removes the oldest until the rest is small enough. Those that are running stay, without their bodies if need be. */
  trim(maxBytes: number): void {
    if (this.used <= maxBytes) return;
    const victims: Entry[] = [];
    let rest = this.used;
    for (const entry of this.entries.values()) {
      if (rest <= maxBytes) break;
      if (entry.state === "running") continue;
      victims.push(entry);
      rest -= entry.size;
    }
    this.remove(victims);
    for (const entry of this.entries.values()) {
      if (this.used <= maxBytes) break;
      entry.dropBodies();
    }
  }

  remove(victims: readonly Entry[]): void {
    for (const entry of victims) {
      this.entries.delete(entry.id);
      this.used -= entry.size;
      entry.forget();
      this.removed.push({ seq: ++this.lastSeq, id: entry.id, tenant: entry.tenant ?? "" });
    }
    while (this.removed.length > MAX_REMOVED) this.forgotten = this.removed.shift()?.seq ?? this.forgotten;
    if (victims.length > 0) this.onRemoved();
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
