import { parseJson } from "../json/parse.ts";
import type { Json } from "../model/json.ts";
import { StreamError } from "../stream/framing.ts";

/** The value of a frame whose numbers are only counts. What is no JSON is refused with its place. */
export function parseFrame(data: string): Json {
  try {
    return JSON.parse(data) as Json;
  } catch {
    // The exact parser finds the same error and says where it is.
    return parseJson(data);
  }
}

/** A stream says that it is over, and never said how its answer ends. */
export function truncatedStream(): StreamError {
  return new StreamError("truncated", "it ended before its answer was complete");
}
