import type { Json } from "../../support/json.ts";
import { type SseEvent, splitSse } from "../sse.ts";
import type { Violation } from "../types.ts";
import { Place } from "./place.ts";

export interface Stream {
  readonly found: Violation[];
  /** The whole stream, for what is wrong with no event in particular. */
  readonly whole: Place;
  /** The JSON events; their paths begin with their number. */
  readonly events: readonly Place[];
  /** The event name of each of them. */
  readonly names: readonly (string | undefined)[];
  /** Which of all events were the end mark. */
  readonly done: { readonly count: number; readonly last: boolean };
}

/** Reads the events of a stream; what is no JSON object is reported and left out. */
export function readStream(text: string): Stream {
  const found: Violation[] = [];
  const all = splitSse(text);
  const read = all.map((event, index) => readEvent(event, `/${index}`, found));
  const json = read.flatMap((place, index) => (place === undefined ? [] : [{ place, name: all[index]?.event }]));
  return {
    found,
    whole: new Place(undefined, "", found),
    events: json.map(({ place }) => place),
    names: json.map(({ name }) => name),
    done: { count: all.filter(isDone).length, last: isDone(all.at(-1)) },
  };
}

function isDone(event: SseEvent | undefined): boolean {
  return event?.data === "[DONE]";
}

function readEvent(event: SseEvent, path: string, found: Violation[]): Place | undefined {
  if (isDone(event)) return undefined;
  const place = new Place(parse(event.data), path, found);
  if (place.keys.length > 0) return place;
  place.fail("stream.syntax", `no JSON object: ${event.data.slice(0, 80)}`);
  return undefined;
}

function parse(data: string): Json | undefined {
  try {
    return JSON.parse(data) as Json;
  } catch {
    return undefined;
  }
}
