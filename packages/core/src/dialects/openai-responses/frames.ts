import { quote } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { JsonObject } from "../../model/json.ts";

/** What a delta is written as, around its text. */
export type DeltaFrame = readonly [before: string, after: string];

/** Writes events, numbered as they come. */
export class Frames {
  private sequence = 0;

  /** An event; what several of them say is written once, and given here as JSON, to stand last. */
  event(type: string, fields: JsonObject, written: Readonly<Record<string, string>> = {}): string {
    const data = stringifyJson({ type, sequence_number: this.sequence++, ...fields }).slice(0, -1);
    const rest = Object.entries(written).map(([field, json]) => `,"${field}":${json}`);
    return `event: ${type}\ndata: ${data}${rest.join("")}}\n\n`;
  }

  /** Goes on counting from the last of these frames. */
  follow(frames: string): void {
    for (const [, number] of frames.matchAll(NUMBER)) this.sequence = Number(number) + 1;
  }

  delta([before, after]: DeltaFrame, text: string): string {
    return `${before}${quote(text)}${after}${this.sequence++}}\n\n`;
  }
}

const NUMBER = /"sequence_number":\s*(\d+)/g;

/** Prepares what the deltas of one text have in common. */
export function deltaFrame(type: string, place: JsonObject, extra = ""): DeltaFrame {
  const head = JSON.stringify({ type, ...place }).slice(0, -1);
  return [`event: ${type}\ndata: ${head},"delta":`, `${extra},"sequence_number":`];
}
