import type { PartNote } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Report } from "../../../report.ts";
import type { Frames } from "../frames.ts";

/** What every item of a stream is written with. */
export interface ItemContext {
  readonly frames: Frames;
  readonly report: Report;
  readonly id: string;
  /** Its `output_index`. */
  readonly index: number;
}

/** Writes one item of a stream. */
export interface ItemWriter {
  begin(): string;
  delta(text: string): string;
  note(note: PartNote): string;
  /** Ends the item; `complete` tells whether nothing of it is missing. */
  end(complete: boolean): string;
  /** The item as it was when it ended. */
  readonly item: JsonObject;
}

/** The event that an item begins with. */
export function itemAdded({ frames, index }: ItemContext, item: JsonObject): string {
  return frames.event("response.output_item.added", { output_index: index, item });
}

/** The event that an item ends with. */
export function itemDone({ frames, index }: ItemContext, item: JsonObject): string {
  return frames.event("response.output_item.done", { output_index: index, item });
}
