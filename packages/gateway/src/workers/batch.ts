/** How long something waits for more of its kind, in milliseconds. */
const DELAY = 100;

/** From so many on, nothing waits. */
const ENOUGH = 256;

/** Collects what many requests have to tell, so that one message carries it. */
export class Batch<T> {
  private readonly send: (items: readonly T[]) => void;
  private items: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (items: readonly T[]) => void) {
    this.send = send;
  }

  add(item: T): void {
    this.items.push(item);
    if (this.items.length >= ENOUGH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), DELAY);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { items } = this;
    this.items = [];
    if (items.length > 0) this.send(items);
  }
}
