import { deltaTemplate } from "../../fast/delta-template.ts";
import type { FastFunctions } from "../../fast/functions.ts";
import { escaped, quote } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** Writes the deltas of one text. */
export interface DeltaFrames {
  write(text: string): string;
}

/** Writes the events of a stream, and numbers them. */
export class Frames {
  private readonly fast: FastFunctions;
  private sequence = 0;
  /** The response as it was first written, and its text. */
  private first: { readonly response: JsonObject; readonly text: string } | undefined;

  constructor(fast: FastFunctions) {
    this.fast = fast;
  }

  event(type: string, fields: JsonObject): string {
    return frame(type, { type, sequence_number: this.sequence++, ...fields });
  }

  /** An event that has nothing but the response. */
  response(type: string, response: JsonObject): string {
    const first = this.first ?? { response, text: stringifyJson(response) };
    this.first = first;
    const text = response === first.response ? first.text : joinFields(response);
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${this.sequence++},"response":${text}}\n\n`;
  }

  /** Prepares the deltas of one text: `at` is what they have before the text, `rest` what they have after it. */
  deltas(type: string, at: JsonObject, rest: JsonObject = {}): DeltaFrames {
    const template = deltaTemplate({ type, ...at }, rest, this.fast);
    if (template === undefined)
      return { write: (delta) => frame(type, { type, ...at, delta, ...rest, sequence_number: this.sequence++ }) };
    // Joined, each is one text: a sum would be a tree in the memory, which is walked for each delta.
    const before = ["event: ", type, "\ndata: ", template.before, '"'].join("");
    const after = ['"', template.after].join("");
    const write = (delta: string) => {
      const end = `${this.sequence++}}\n\n`;
      return before + escaped(delta) + after + end;
    };
    return { write };
  }

  /** Continues the numbers of these frames. */
  follow(frames: string): void {
    for (const [, number] of frames.matchAll(NUMBER)) this.sequence = Number(number) + 1;
  }
}

const NUMBER = /"sequence_number":\s*(\d+)/g;

// Of a response with its output, one field has nearly all of the text: it alone is written as a long text.
function joinFields(object: JsonObject): string {
  let text = "";
  for (const key of Object.keys(object)) text += `${text === "" ? "{" : ","}"${key}":${textOf(object[key] as Json)}`;
  return `${text}}`;
}

// Most fields are scalars, for which the checks of `stringifyJson` take longer than the text.
function textOf(value: Json): string {
  if (typeof value === "string") return quote(value);
  return typeof value === "object" && value !== null ? stringifyJson(value) : String(value);
}

function frame(type: string, event: JsonObject): string {
  return `event: ${type}\ndata: ${stringifyJson(event)}\n\n`;
}
