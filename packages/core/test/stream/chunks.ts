import fc from "fast-check";
import type { Frame, Framing, FramingOptions, OnFrame } from "../../src/stream/framing.ts";

export type Chunk = Uint8Array | string;
export type MakeFraming = (onFrame: OnFrame, options?: FramingOptions) => Framing;

/** The frames of a stream; `failure` is the message of what it ended with. */
export interface Outcome {
  readonly frames: readonly Frame[];
  readonly failure?: string;
}

export function framesOf(make: MakeFraming, chunks: Iterable<Chunk>, options?: FramingOptions): readonly Frame[] {
  const frames: Frame[] = [];
  const framing = make((data, event) => frames.push(event === undefined ? { data } : { data, event }), options);
  for (const chunk of chunks) framing.push(chunk);
  framing.end();
  return frames;
}

export function dataOf(make: MakeFraming, chunks: Iterable<Chunk>): string[] {
  return framesOf(make, chunks).map(({ data }) => data);
}

/** What happens with a stream that may be refused. */
export function outcomeOf(make: MakeFraming, chunks: Iterable<Chunk>, options?: FramingOptions): Outcome {
  const frames: Frame[] = [];
  try {
    const framing = make((data, event) => frames.push(event === undefined ? { data } : { data, event }), options);
    for (const chunk of chunks) framing.push(chunk);
    framing.end();
    return { frames };
  } catch (error) {
    return { frames, failure: (error as Error).message };
  }
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The stream in two chunks, cut at every place that there is, and one unit at a time. */
export function* everySplit<T extends Chunk>(whole: T): Generator<T[]> {
  for (let at = 0; at <= whole.length; at++) yield cutAt(whole, [at]);
  yield cutAt(
    whole,
    Array.from({ length: whole.length }, (_, index) => index),
  );
}

/** Places to cut a stream of this length at, in order. */
export function cuts(length: number): fc.Arbitrary<number[]> {
  return fc.array(fc.nat({ max: length }), { maxLength: 12 }).map((places) => places.toSorted((a, b) => a - b));
}

export function cutAt<T extends Chunk>(whole: T, places: readonly number[]): T[] {
  return [0, ...places].map((start, index) => whole.slice(start, places[index] ?? whole.length) as T);
}
