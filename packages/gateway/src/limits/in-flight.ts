/**
 * What is under way, in no order. A `Set` would do, but for what each of its tables leads to when it is replaced by the
 * next: the engine keeps all of that, and so every request that ever stood in one, until it looks through its whole memory.
 */
export class InFlight<T> {
  private readonly items: T[] = [];

  add(member: T): void {
    this.items.push(member);
  }

  /** The last takes the place that becomes free. */
  remove(member: T): void {
    const at = this.items.lastIndexOf(member);
    if (at < 0) return;
    const last = this.items.pop() as T;
    if (at < this.items.length) this.items[at] = last;
  }

  /** Those who are in it now, whatever becomes of them meanwhile. */
  all(): readonly T[] {
    return [...this.items];
  }
}
