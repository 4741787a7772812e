import type { OpenItem } from "./open-item.ts";

/**
 * The items of one kind, found in constant time: what an item lacks (an index, an id, its end) it gets once and never loses, so
 * that what no longer belongs on a stack is dropped from it when it is met.
 */
export class ItemsOfKind {
  private last: OpenItem | undefined;
  private readonly open = new Stack((item) => !item.isDone);
  private readonly openWithoutIndex = new Stack((item) => !item.isDone && item.index === undefined);
  private readonly openWithoutId = new Stack((item) => !item.isDone && !item.hasId);
  private readonly withoutId = new Stack((item) => !item.hasId);
  private readonly lastAt = new Map<number, OpenItem>();
  private readonly openAt = new Map<number, Stack>();
  private readonly waitingAt = new Map<number | undefined, Queue>();
  private readonly unfinished = new Set<OpenItem>();

  add(item: OpenItem): void {
    this.last = item;
    for (const stack of [this.open, this.openWithoutIndex, this.openWithoutId, this.withoutId]) stack.push(item);
    this.unfinished.add(item);
    this.waiting(undefined).push(item);
  }

  /** The item has got its index. */
  placed(item: OpenItem, index: number): void {
    this.lastAt.set(index, item);
    const open = this.openAt.get(index) ?? new Stack((each) => !each.isDone);
    this.openAt.set(index, open);
    open.push(item);
    this.waiting(index).push(item);
  }

  get hasOpen(): boolean {
    return this.open.top !== undefined;
  }

  /** The last item, of all or of those that are open. */
  latest(which: "all" | "open"): OpenItem | undefined {
    return which === "all" ? this.last : this.open.top;
  }

  latestWithoutId(which: "all" | "open"): OpenItem | undefined {
    return (which === "all" ? this.withoutId : this.openWithoutId).top;
  }

  get latestOpenWithoutIndex(): OpenItem | undefined {
    return this.openWithoutIndex.top;
  }

  at(index: number): OpenItem | undefined {
    return this.lastAt.get(index);
  }

  openItemAt(index: number): OpenItem | undefined {
    return this.openAt.get(index)?.top;
  }

  /** The first item that deltas have begun and that has not been announced. */
  firstWaiting(index: number | undefined): OpenItem | undefined {
    return this.waitingAt.get(index)?.first;
  }

  /** The first open items: more are not compared with an item that nothing else identifies. */
  firstOpen(count: number): readonly OpenItem[] {
    const found: OpenItem[] = [];
    for (const item of this.unfinished) {
      if (item.isDone) this.unfinished.delete(item);
      else if (found.push(item) === count) break;
    }
    return found;
  }

  private waiting(index: number | undefined): Queue {
    const known = this.waitingAt.get(index);
    if (known !== undefined) return known;
    const queue = new Queue((item) => !item.isAdded && !item.isDone && item.index === index);
    this.waitingAt.set(index, queue);
    return queue;
  }
}

type Belongs = (item: OpenItem) => boolean;

class Stack {
  private readonly items: OpenItem[] = [];
  private readonly belongs: Belongs;

  constructor(belongs: Belongs) {
    this.belongs = belongs;
  }

  push(item: OpenItem): void {
    this.items.push(item);
  }

  get top(): OpenItem | undefined {
    for (let item = this.items.at(-1); item !== undefined; item = this.items.at(-1)) {
      if (this.belongs(item)) return item;
      this.items.pop();
    }
    return undefined;
  }
}

class Queue {
  private readonly items: OpenItem[] = [];
  private readonly belongs: Belongs;
  private head = 0;

  constructor(belongs: Belongs) {
    this.belongs = belongs;
  }

  push(item: OpenItem): void {
    this.items.push(item);
  }

  get first(): OpenItem | undefined {
    for (let item = this.items[this.head]; item !== undefined; item = this.items[this.head]) {
      if (this.belongs(item)) return item;
      this.head++;
    }
    return undefined;
  }
}
