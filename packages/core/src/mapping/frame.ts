import { parseJson } from "../json/parse.ts";
import type { Json } from "../model/json.ts";
import { StreamError } from "../stream/framing.ts";

/** Parses a frame in which all numbers are counts. Invalid JSON fails with its position. */
export function parseFrame(data: string): Json {
  try {
    return JSON.parse(data) as Json;
  } catch {
    // The exact parser finds the same error with its position.
    return parseJson(data);
  }
}

/** The stream has ended without saying how its response ends. */
export function truncatedStream(): StreamError {
  return new StreamError("truncated", "it ended before its answer was complete");
}
