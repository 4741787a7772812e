// The fast path `frameTemplates`, for writing: all deltas of one text differ in the text alone.

import { stringifyJson } from "../json/stringify.ts";
import type { JsonObject } from "../model/json.ts";
import type { FastFunctions } from "./functions.ts";

/** The JSON of the deltas of one text, around the text and before the number of the event. */
export interface WrittenDelta {
  readonly before: string;
  readonly after: string;
}

/** Writes once what the deltas of a text have in common: only `delta` and, at the end, `sequence_number` differ. */
export function deltaTemplate(head: JsonObject, rest: JsonObject, fast: FastFunctions): WrittenDelta | undefined {
  if (!fast.frameTemplates) return undefined;
  const before = `${stringifyJson(head).slice(0, -"}".length)},"delta":`;
  const tail = stringifyJson(rest).slice("{".length, -"}".length);
  return { before, after: `${tail === "" ? "" : `,${tail}`},"sequence_number":` };
}
