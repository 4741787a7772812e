import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/**
 * Numbers the events of a stream that its server does not number, or numbers twice, because OpenAI's SDK finds items by
 * `output_index` alone: https://github.com/openai/openai-node/blob/master/src/lib/responses/ResponseStream.ts. Streams that
 * are numbered as they should be pass as they are.
 */
export class EventNumbering {
  private readonly indexes = new Map<string, number>();
  /** Each index that is taken, with one from which on the next free one is looked for. */
  private readonly taken = new Map<number, number>();
  private sequence = 0;
  private last = 0;
  private isNeeded = false;
  /** Events of items that are numbered as they should be; they are read when the first comes that is not. */
  private added: string[] = [];
  private readonly addedIndexes = new Set<string>();

  /** A frame with its numbers. */
  number(frame: string): string {
    if (!this.isNeeded && this.isNumbered(frame)) return frame;
    this.isNeeded = true;
    for (const before of this.added.splice(0)) this.rewrite(before);
    return this.rewrite(frame);
  }

  // Most frames are not looked at.
  private isNumbered(frame: string): boolean {
    if (!ADDED.test(frame)) return true;
    const [, index] = INDEX.exec(frame) ?? [];
    if (index === undefined || this.addedIndexes.has(index)) return false;
    this.addedIndexes.add(index);
    this.added.push(frame);
    return true;
  }

  private rewrite(frame: string): string {
    return frame.replace(DATA, (_, field: string, data: string) => {
      const event = parseJson(data);
      return field + stringifyJson(isObject(event) ? this.numbered(event) : event);
    });
  }

  private numbered(event: JsonObject): JsonObject {
    const placed = "item" in event || "item_id" in event ? this.placed(event) : event;
    return { ...placed, sequence_number: event.sequence_number ?? this.sequence++ };
  }

  private placed(event: JsonObject): JsonObject {
    const { item, item_id: itemId, output_index: outputIndex, content_index: content } = event;
    const id = isObject(item) ? item.id : itemId;
    const index = this.indexOf(typeof id === "string" ? id : "", outputIndex);
    const part = PARTS.test(String(event.type)) && content === undefined ? { content_index: 0 } : {};
    if (index === outputIndex && !("content_index" in part)) return event;
    return { ...event, output_index: index, ...part };
  }

  // The number that the server gave it, unless another item has that.
  private indexOf(id: string, stated: Json | undefined): number {
    const known = id === "" ? undefined : this.indexes.get(id);
    if (known !== undefined) return known;
    if (id === "") return typeof stated === "number" ? stated : this.last;
    const index = this.freeFrom(typeof stated === "number" ? stated : 0);
    this.taken.set(index, index + 1);
    this.indexes.set(id, index);
    this.last = index;
    return index;
  }

  private freeFrom(start: number): number {
    const passed: number[] = [];
    let index = start;
    for (let next = this.taken.get(index); next !== undefined; next = this.taken.get(index)) {
      passed.push(index);
      index = next;
    }
    for (const each of passed) this.taken.set(each, index);
    return index;
  }
}

const DATA = /^(data: ?)([^\r\n]+)/m;

const ADDED = /"response\.output_item\.added"/;
const INDEX = /"output_index":\s*(\d+)/;

/** Events of the parts of a message. */
const PARTS = /^response\.(?:output_text|refusal|content_part)\./;
