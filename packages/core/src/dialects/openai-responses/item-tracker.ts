import { isArray, isFilledText, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { itemKind } from "./item-fields.ts";
import { ItemsOfKind } from "./items-of-kind.ts";
import { type ItemSink, OpenItem } from "./open-item.ts";

/**
 * The items of a stream. An item is known by its id first, then by its index, then by what it is: llama.cpp sends no
 * `output_index` (https://github.com/ggml-org/llama.cpp/tree/master/tools/server), Ollama gives a message and the first
 * call after it the same one, and GitHub Copilot changes the `item_id` from event to event.
 */
export class ItemTracker {
  private readonly sink: ItemSink;
  private readonly all: OpenItem[] = [];
  private readonly byId = new Map<string, OpenItem>();
  private readonly byKind = new Map<string, ItemsOfKind>();
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
    const same = this.known(event);
    // Another item with the same id is another item.
    const known = same?.isAdded === true && same.index !== indexIn(event) ? undefined : same;
    return this.register(known ?? this.ofKind(itemKind(item)).firstWaiting(indexIn(event)), event, itemKind(item));
  }

  /** The item that a delta belongs to, or, where `isWhole`, the event after the last of its deltas. */
  of(event: JsonObject, kind: string, isWhole: boolean): OpenItem {
    const known = this.known(event);
    if (known !== undefined) return known;
    const alike = this.ofKind(kind);
    const index = indexIn(event);
    const found =
      index === undefined
        ? this.latest(event, alike, isWhole && !alike.hasOpen ? "all" : "open")
        : (alike.openItemAt(index) ?? alike.latestOpenWithoutIndex ?? alike.at(index));
    return this.register(found, event, kind);
  }

  /** The item of a `response.output_item.done` event. */
  done(event: JsonObject): OpenItem {
    const item = itemIn(event);
    const alike = this.ofKind(itemKind(item));
    const index = indexIn(event);
    const known =
      this.known(event) ??
      (index === undefined ? undefined : alike.openItemAt(index)) ??
      alike.firstOpen(MOST_COMPARED).find((each) => each.fits(item));
    return this.register(known, event, itemKind(item));
  }

  /** The items of a complete answer, each with what was streamed of it. */
  settle(output: Json | undefined): void {
    const items = (isArray(output) ? output : []).map((item): JsonObject => (isObject(item) ? item : {}));
    const found = items.map((item) => this.known({ item }));
    const left = new UnmatchedItems(this.all, new Set(found));
    for (const [index, item] of items.entries()) {
      const known = found[index] ?? left.match(item, index);
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
  private latest({ item_id: id }: JsonObject, items: ItemsOfKind, which: "all" | "open"): OpenItem | undefined {
    return this.hasAdded || !isFilledText(id) ? items.latest(which) : items.latestWithoutId(which);
  }

  private ofKind(kind: string): ItemsOfKind {
    const known = this.byKind.get(kind) ?? new ItemsOfKind();
    this.byKind.set(kind, known);
    return known;
  }

  private append(item: OpenItem): void {
    this.all.push(item);
    this.ofKind(item.kind).add(item);
  }

  private register(found: OpenItem | undefined, event: JsonObject, kind: string): OpenItem {
    const item = found ?? new OpenItem(this.sink, { kind, position: this.all.length });
    if (found === undefined) this.append(item);
    const index = indexIn(event);
    if (index !== undefined && item.index === undefined) {
      item.index = index;
      this.ofKind(item.kind).placed(item, index);
    }
    for (const name of idsIn(event)) {
      item.hasId = true;
      this.byId.set(name, item);
    }
    return item;
  }
}

/** With how many items one is compared that neither an id nor an index identifies. */
const MOST_COMPARED = 32;

/** The streamed items that no id leads to from an item of the complete answer. */
class UnmatchedItems {
  private readonly byKind = new Map<string, Set<OpenItem>>();
  private readonly byIndex = new Map<string, OpenItem[]>();

  constructor(items: readonly OpenItem[], matched: ReadonlySet<OpenItem | undefined>) {
    for (const item of items) {
      if (matched.has(item)) continue;
      const { kind, index } = item;
      this.byKind.set(kind, (this.byKind.get(kind) ?? new Set()).add(item));
      if (index === undefined) continue;
      const placed = this.byIndex.get(`${kind} ${index}`) ?? [];
      placed.push(item);
      this.byIndex.set(`${kind} ${index}`, placed);
    }
  }

  /** The streamed item that this one may continue, or the one at its position. */
  match(item: JsonObject, position: number): OpenItem | undefined {
    const kind = itemKind(item);
    const alike = this.byKind.get(kind);
    const found = first(alike, (each) => each.fits(item)) ?? this.at(`${kind} ${position}`, alike);
    if (found !== undefined) alike?.delete(found);
    return found;
  }

  private at(place: string, left: ReadonlySet<OpenItem> | undefined): OpenItem | undefined {
    return this.byIndex.get(place)?.find((item) => left?.has(item));
  }
}

function first(items: Iterable<OpenItem> = [], holds: (item: OpenItem) => boolean): OpenItem | undefined {
  let compared = 0;
  for (const item of items) {
    if (compared++ === MOST_COMPARED) return undefined;
    if (holds(item)) return item;
  }
  return undefined;
}

// A call and its output may be in one response, with the same `call_id`.
function idsIn(event: JsonObject): string[] {
  const item = itemIn(event);
  const { id, call_id: callId } = item;
  const ids = [event.item_id, id].filter(isFilledText);
  return isFilledText(callId) ? [...ids, `${itemKind(item)} ${callId}`] : ids;
}

/** The item of an event. */
export function itemIn({ item }: JsonObject): JsonObject {
  return isObject(item) ? item : {};
}

function indexIn({ output_index: index }: JsonObject): number | undefined {
  return typeof index === "number" ? index : undefined;
}
