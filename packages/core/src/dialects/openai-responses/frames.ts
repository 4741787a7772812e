import { deltaTemplate } from "../../fast/delta-template.ts";
import type { FastFunctions } from "../../fast/functions.ts";
import { quote } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { JsonObject } from "../../model/json.ts";

/** Writes the deltas of one text. */
export interface DeltaFrames {
  write(text: string): string;
}

/** Writes the events of a stream, and numbers them. */
export class Frames {
  private readonly fast: FastFunctions;
  private sequence = 0;

  constructor(fast: FastFunctions) {
    this.fast = fast;
  }

  event(type: string, fields: JsonObject): string {
    return frame(type, { type, sequence_number: this.sequence++, ...fields });
  }

  /** Prepares the deltas of one text: `at` is what they have before the text, `rest` what they have after it. */
  deltas(type: string, at: JsonObject, rest: JsonObject = {}): DeltaFrames {
    const template = deltaTemplate({ type, ...at }, rest, this.fast);
    if (template === undefined)
      return { write: (delta) => frame(type, { type, ...at, delta, ...rest, sequence_number: this.sequence++ }) };
    const before = `event: ${type}\ndata: ${template.before}`;
    return { write: (delta) => `${before}${quote(delta)}${template.after}${this.sequence++}}\n\n` };
  }

  /** Continues the numbers of these frames. */
  follow(frames: string): void {
    for (const [, number] of frames.matchAll(NUMBER)) this.sequence = Number(number) + 1;
  }
}

const NUMBER = /"sequence_number":\s*(\d+)/g;

function frame(type: string, event: JsonObject): string {
  return `event: ${type}\ndata: ${stringifyJson(event)}\n\n`;
}
