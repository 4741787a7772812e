/**
 * What is in flight, in no order. A `Set` would keep removed requests in memory: V8 replaces a set's hash table now and then,
 * and the old table, which may be in the old generation, still refers to them until a major garbage collection.
 */
export class InFlight<T> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    this.items.push(item);
  }

  /** The last item takes the place of the removed one. */
  remove(item: T): void {
    const at = this.items.lastIndexOf(item);
    if (at < 0) return;
    const last = this.items.pop() as T;
    if (at < this.items.length) this.items[at] = last;
  }

  /** A copy. */
  all(): readonly T[] {
    return [...this.items];
  }
}
