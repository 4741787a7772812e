import { jsonIn } from "../json/parse.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isArray, isEmptyObject, isObject } from "../json/value.ts";
import { parseInput } from "../mapping/nodes/call-input.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import type { CanonicalResponse } from "../model/response.ts";

/** The fields of a stream. An encoder also writes fields that a vendor always sends, and has to invent their values. */
export class WireFields {
  /** The values of each field, as JSON. */
  private readonly values = new Map<string, Set<string>>();
  /** What the model said, in one piece. */
  private readonly modelTexts = new Set<string>();

  addFrame(data: string): void {
    this.add(jsonIn(data) ?? null);
  }

  addContent({ candidates }: CanonicalResponse): void {
    for (const { parts } of candidates) for (const part of parts) this.addPart(part);
  }

  /** A value without the fields that were not on the wire, and without the objects that had no others. */
  only(value: Json): Json {
    if (isArray(value)) return value.map((item: Json) => this.only(item));
    return isObject(value) ? this.onlyFields(value) : value;
  }

  private onlyFields(object: JsonObject): JsonObject {
    const fields = Object.entries(object).flatMap(([name, value]): [string, Json][] => {
      if (!isFilled(value)) return this.has(name, value) ? [[name, value]] : [];
      const known = this.only(value);
      return isFilled(known) ? [[name, known]] : [];
    });
    return Object.fromEntries(fields);
  }

  private has(name: string, value: Json): boolean {
    // A response without it cannot be read.
    if (name === "role") return true;
    const values = this.values.get(name);
    const text = stringifyJson(value);
    if (values?.has(text)) return true;
    if (typeof value !== "string") return false;
    // A text is on the wire in pieces.
    return this.modelTexts.has(value) || [...(values ?? [])].some((piece) => isStart(piece, text));
  }

  private add(value: Json): void {
    if (isArray(value)) for (const item of value) this.add(item);
    else if (isObject(value)) for (const name in value) this.addField(name, value[name] ?? null);
  }

  private addField(name: string, value: Json): void {
    if (isFilled(value)) {
      this.add(value);
      return;
    }
    const known = this.values.get(name);
    if (known === undefined) this.values.set(name, new Set([stringifyJson(value)]));
    else known.add(stringifyJson(value));
  }

  private addPart(part: Part): void {
    if (part.type === "text" || part.type === "refusal") this.modelTexts.add(part.text);
    if (part.type === "reasoning") for (const text of part.texts) this.modelTexts.add(text);
    if (part.type !== "call") return;
    // Streams have the arguments of calls as text.
    const { value, text } = parseInput(part.input);
    this.add(value ?? null);
    for (const each of [part.id, part.name, text]) this.modelTexts.add(each);
  }
}

function isFilled(value: Json): boolean {
  return (isArray(value) || isObject(value)) && !isEmpty(value);
}

function isEmpty(value: Json): boolean {
  return isArray(value) ? value.length === 0 : isEmptyObject(value);
}

const QUOTE = '"'.length;

function isStart(piece: string, text: string): boolean {
  return piece.length > 2 * QUOTE && piece.startsWith('"') && text.startsWith(piece.slice(0, -QUOTE));
}
