/** Something that waits for its time. */
export interface Waiting {
  readonly run: () => void;
  /** By the monotonic clock, in milliseconds. */
  readonly at: number;
  /** Where it is in the heap. */
  place: number;
}

/** The delays of Node's timers, in milliseconds. */
const MIN_DELAY = 1;
const MAX_DELAY = 2 ** 31 - 1;

/**
 * One timer of Node for everything that waits. Nearly all time limits are cleared before they expire, and to set and clear a timer of Node for
 * each of them takes longer than all else that they need. What waits is a binary heap, the earliest first. As with Node's timers, the
 * process does not end as long as something waits.
 */
export class SharedTimer {
  private readonly heap: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires: perhaps for something that no longer waits, since that costs less than to set it again. */
  private firesAt = Number.POSITIVE_INFINITY;

  add(run: () => void, milliseconds: number): Waiting {
    const at = performance.now() + Math.max(MIN_DELAY, milliseconds);
    const waiting = { run, at, place: this.heap.length };
    if (this.heap.length === 0) this.timer?.ref();
    this.heap.push(waiting);
    this.moveUp(waiting);
    if (at < this.firesAt) this.schedule(at);
    return waiting;
  }

  /** Does nothing if it no longer waits. */
  remove(waiting: Waiting): void {
    if (this.heap[waiting.place] !== waiting) return;
    const last = this.heap.pop() as Waiting;
    if (last !== waiting) {
      this.put(last, waiting.place);
      this.moveUp(last);
      this.moveDown(last);
    }
    if (this.heap.length === 0) this.timer?.unref();
  }

  private schedule(at: number): void {
    clearTimeout(this.timer);
    this.firesAt = at;
    this.timer = setTimeout(() => this.fire(), Math.min(MAX_DELAY, Math.ceil(at - performance.now())));
  }

  private fire(): void {
    this.firesAt = Number.POSITIVE_INFINITY;
    this.timer = undefined;
    try {
      this.runDue();
    } finally {
      const [next] = this.heap;
      if (next !== undefined && next.at < this.firesAt) this.schedule(next.at);
    }
  }

  private runDue(): void {
    const now = performance.now();
    for (let [first] = this.heap; first !== undefined && first.at <= now; [first] = this.heap) {
      this.remove(first);
      first.run();
    }
  }

  private moveUp(waiting: Waiting): void {
    while (waiting.place > 0) {
      const parent = this.heap[(waiting.place - 1) >> 1] as Waiting;
      if (parent.at <= waiting.at) return;
      this.swap(waiting, parent);
    }
  }

  private moveDown(waiting: Waiting): void {
    for (;;) {
      const child = this.earlierChild(waiting.place);
      if (child === undefined || waiting.at <= child.at) return;
      this.swap(waiting, child);
    }
  }

  private earlierChild(place: number): Waiting | undefined {
    const left = this.heap[2 * place + 1];
    const right = this.heap[2 * place + 2];
    return left === undefined || right === undefined || left.at <= right.at ? left : right;
  }

  private swap(one: Waiting, other: Waiting): void {
    const { place } = one;
    this.put(one, other.place);
    this.put(other, place);
  }

  private put(waiting: Waiting, place: number): void {
    this.heap[place] = waiting;
    waiting.place = place;
  }
}
