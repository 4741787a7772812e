import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { type ItemSink, itemKind, OpenItem } from "./open-item.ts";

/**
 * The items of a stream. An item is known by its id first, then by its index, then by what it is: llama.cpp sends no
 * `output_index` (https://github.com/ggml-org/llama.cpp/tree/master/tools/server), other servers give a message and the first
 * call after it the same one, and GitHub Copilot changes the `item_id` from event to event.
 */
export class ItemTracker {
  private readonly sink: ItemSink;
  private readonly all: OpenItem[] = [];
  private readonly byId = new Map<string, OpenItem>();
  private hasAdded = false;

  constructor(sink: ItemSink) {
    this.sink = sink;
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** The item of a `response.output_item.added` event. */
  added(event: JsonObject): OpenItem {
    this.hasAdded = true;
    const item = itemIn(event);
    const waiting = this.ofKind(itemKind(item)).filter((each) => !each.isAdded && !each.isDone);
    const known = this.known(event) ?? waiting.find(({ index }) => index === event.output_index);
    return this.register(known, event, itemKind(item));
  }

  /** The item that a delta belongs to, or, where `isWhole`, the event after the last of its deltas. */
  of(event: JsonObject, kind: string, isWhole: boolean): OpenItem {
    const known = this.known(event);
    if (known !== undefined) return known;
    const alike = this.ofKind(kind);
    const open = alike.filter(({ isDone }) => !isDone);
    const found = isIndex(event.output_index)
      ? (at(open, event) ?? open.findLast(({ index }) => index === undefined) ?? at(alike, event))
      : this.latest(event, isWhole && open.length === 0 ? alike : open);
    return this.register(found, event, kind);
  }

  /** The item of a `response.output_item.done` event. */
  done(event: JsonObject): OpenItem {
    const item = itemIn(event);
    const open = this.ofKind(itemKind(item)).filter(({ isDone }) => !isDone);
    const known = this.known(event) ?? at(open, event) ?? open.find((each) => each.fits(item));
    return this.register(known, event, itemKind(item));
  }

  /** The items of a complete answer, each with what was streamed of it. */
  settle(output: Json | undefined): void {
    const items = (isArray(output) ? output : []).map((item): JsonObject => (isObject(item) ? item : {}));
    const found = items.map((item) => this.known({ item }));
    const left = this.all.filter((each) => !found.includes(each));
    for (const [index, item] of items.entries()) {
      const known = found[index] ?? matchFor(left, item, index);
      this.register(known, { item, output_index: index }, itemKind(item)).done(item);
    }
    for (const item of this.all) item.close();
  }

  private known(event: JsonObject): OpenItem | undefined {
    for (const name of idsIn(event)) {
      const found = this.byId.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  // Without an index, an unknown id is a changed one only where items are announced before their deltas.
  private latest({ item_id: id }: JsonObject, items: readonly OpenItem[]): OpenItem | undefined {
    return this.hasAdded || !isId(id) ? items.at(-1) : items.findLast(({ hasId }) => !hasId);
  }

  private ofKind(kind: string): OpenItem[] {
    return this.all.filter((each) => each.kind === kind);
  }

  private register(found: OpenItem | undefined, event: JsonObject, kind: string): OpenItem {
    const item = found ?? new OpenItem(this.sink, { kind, position: this.all.length });
    if (found === undefined) this.all.push(item);
    if (isIndex(event.output_index)) item.index ??= event.output_index;
    for (const name of idsIn(event)) {
      item.hasId = true;
      this.byId.set(name, item);
    }
    return item;
  }
}

// One that can be the beginning of the item, else the one that had its place.
function matchFor(left: OpenItem[], item: JsonObject, position: number): OpenItem | undefined {
  const alike = left.filter(({ kind }) => kind === itemKind(item));
  const found = alike.find((each) => each.fits(item)) ?? alike.find(({ index }) => index === position);
  if (found !== undefined) left.splice(left.indexOf(found), 1);
  return found;
}

function at(items: readonly OpenItem[], { output_index: index }: JsonObject): OpenItem | undefined {
  return isIndex(index) ? items.findLast((each) => each.index === index) : undefined;
}

// A call and its output may stand in one answer, with the same `call_id`.
function idsIn(event: JsonObject): string[] {
  const item = itemIn(event);
  const { id, call_id: callId } = item;
  const ids = [event.item_id, id].filter(isId);
  return isId(callId) ? [...ids, `${itemKind(item)} ${callId}`] : ids;
}

function itemIn({ item }: JsonObject): JsonObject {
  return isObject(item) ? item : {};
}

function isIndex(index: Json | undefined): index is number {
  return typeof index === "number";
}

function isId(name: Json | undefined): name is string {
  return typeof name === "string" && name !== "";
}
