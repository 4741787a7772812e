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
    this.moveUp(waiting, waiting.place);
    if (at < this.firesAt) this.schedule(at);
    return waiting;
  }

  /** Does nothing if it no longer waits. */
  remove(waiting: Waiting): void {
    if (this.heap[waiting.place] !== waiting) return;
    const last = this.heap.pop() as Waiting;
    if (last !== waiting) this.replace(waiting, last);
    if (this.heap.length === 0) this.timer?.unref();
  }

  private schedule(at: number): void {
    clearTimeout(this.timer);
    this.firesAt = at;
    this.timer = setTimeout(() => this.onTimer(), Math.min(MAX_DELAY, Math.ceil(at - performance.now())));
  }

  private onTimer(): void {
    this.firesAt = Number.POSITIVE_INFINITY;
    this.timer = undefined;
    this.runFirst();
  }

  // As between two timers of Node, all that follows from one is done before the next one runs.
  private runFirst(): void {
    const [first] = this.heap;
    if (first === undefined) return;
    if (first.at > performance.now()) {
      if (first.at < this.firesAt) this.schedule(first.at);
      return;
    }
    this.remove(first);
    queueMicrotask(() => process.nextTick(() => this.runFirst()));
    first.run();
  }

  private replace(gone: Waiting, waiting: Waiting): void {
    if (waiting.at < gone.at) this.moveUp(waiting, gone.place);
    else this.moveDown(waiting, gone.place);
  }

  // What is on its way is put into the heap at its place only: those that it passes move by one.
  private moveUp(waiting: Waiting, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.heap[above] as Waiting;
      if (parent.at <= waiting.at) break;
      this.put(parent, place);
      place = above;
    }
    this.put(waiting, place);
  }

  private moveDown(waiting: Waiting, from: number): void {
    let place = from;
    for (;;) {
      const below = this.earlierChild(place);
      const child = this.heap[below];
      if (child === undefined || waiting.at <= child.at) break;
      this.put(child, place);
      place = below;
    }
    this.put(waiting, place);
  }

  private earlierChild(place: number): number {
    const left = 2 * place + 1;
    const leftAt = this.heap[left]?.at ?? Number.POSITIVE_INFINITY;
    const rightAt = this.heap[left + 1]?.at ?? Number.POSITIVE_INFINITY;
    return leftAt <= rightAt ? left : left + 1;
  }

  private put(waiting: Waiting, place: number): void {
    this.heap[place] = waiting;
    waiting.place = place;
  }
}
