import { stringifyJson } from "@toolglot/core";
import fc from "fast-check";
import { hasBit } from "./conversation.ts";
import type { Fields } from "./dialects.ts";
import { object, text } from "./values.ts";

/** A response independent of a dialect, and the variants in which its provider sends it. */
export interface Script {
  readonly reasoning: readonly string[];
  readonly texts: readonly string[];
  readonly calls: readonly ScriptCall[];
  readonly stop: "end" | "length";
  readonly input: number;
  readonly output: number;
  /** The server's variants, as the bits of this number. */
  readonly variants: number;
  /** What is chosen at random on the way: where a text is cut, which call goes on, where a comment stands. */
  readonly choices: readonly number[];
}

export interface ScriptCall {
  readonly id: string;
  readonly name: string;
  readonly input: Fields;
}

/** A provider's words for how a response ends: at the limit of tokens, with calls, or of itself. */
interface FinishWords {
  readonly length: string;
  readonly calls: string;
  readonly end: string;
}

/** How the response of a script ends, in a provider's word. */
export function finishOf({ stop, calls }: Script, words: FinishWords): string {
  if (stop === "length") return words.length;
  return calls.length > 0 ? words.calls : words.end;
}

/** A stream as its provider sends it; `end` counts the bytes after which the response is complete. */
export interface Rendered {
  readonly body: string;
  readonly end: number;
}

const call = fc.record({ name: fc.constantFrom("get_weather", "f", "a-b"), input: object });

export const script: fc.Arbitrary<Script> = fc
  .record({
    reasoning: fc.array(text, { maxLength: 2 }),
    texts: fc.array(text, { maxLength: 3 }),
    calls: fc.array(call, { maxLength: 4 }),
    cut: fc.boolean(),
    input: fc.integer({ min: 1, max: 999 }),
    output: fc.integer({ min: 1, max: 999 }),
    variants: fc.nat({ max: 4095 }),
    choices: fc.array(fc.nat({ max: 9999 }), { minLength: 4, maxLength: 24 }),
  })
  .map(({ cut, calls, texts, ...rest }) => ({
    ...rest,
    texts: calls.length === 0 && texts.join("").trim() === "" ? [...texts, "ok"] : texts,
    calls: calls.map((each, index) => ({ ...each, id: `call_${index}x` })),
    stop: cut && calls.length === 0 ? ("length" as const) : ("end" as const),
  }));

/** Numbers that come one after the other, and again from the beginning. */
export class Choices {
  private readonly numbers: readonly number[];
  private next = 0;

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** A number below the limit. */
  below(limit: number): number {
    return ((this.numbers[this.next++ % this.numbers.length] ?? 0) + this.next) % Math.max(1, limit);
  }

  /** A text in pieces, cut anywhere, even inside of a character. */
  pieces(source: string): string[] {
    const places = [this.below(source.length + 1), this.below(source.length + 1), this.below(source.length + 1)];
    const cuts = [...new Set([0, ...places, source.length])].toSorted((one, other) => one - other);
    const found = cuts.slice(1).map((cut, index) => source.slice(cuts[index], cut));
    return found.length === 0 ? [""] : found;
  }
}

/** Deltas of several calls, each call's in their order, and calls beginning in theirs. */
export function interleaved<T>(calls: readonly (readonly T[])[], choices: Choices): T[] {
  const waiting = calls.map((deltas) => [...deltas]);
  const out: T[] = [];
  let begun = 0;
  while (waiting.some((deltas) => deltas.length > 0)) {
    const at = choices.below(Math.min(begun + 1, waiting.length));
    const deltas = waiting[at]?.length ? waiting[at] : waiting.find((each) => each.length > 0);
    if (deltas === undefined) return out;
    begun = Math.max(begun, waiting.indexOf(deltas) + 1);
    out.push(deltas.shift() as T);
  }
  return out;
}

/** Whether the server has a variant. */
export function hasVariant({ variants: habits }: Script, bit: number): boolean {
  return hasBit(habits, bit);
}

export function argumentsOf({ input }: ScriptCall): string {
  return stringifyJson(input);
}

/** One frame of an event stream. */
export function sse(data: string, event?: string): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

/** Frames with comments between them; the frame that is marked as the last one completes the stream. */
export function framed(frames: readonly string[], last: number, script: Script): Rendered {
  const choices = new Choices(script.choices.toReversed());
  const eol = hasVariant(script, 9) ? "\r\n" : "\n";
  let body = "";
  let end = 0;
  for (const [index, frame] of frames.entries()) {
    if (hasVariant(script, 8) && choices.below(3) === 0) body += `: ping${eol}${eol}`;
    body += frame.replaceAll("\n", eol);
    if (index === last) end = bytes(body.trimEnd());
  }
  return { body, end };
}

export function bytes(source: string): number {
  return new TextEncoder().encode(source).length;
}
