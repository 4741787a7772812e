// Parsing one frame of a provider's stream: the JSON text in one server-sent event, or in one line.

import { jsonIn, parseJson } from "../json/parse.ts";
import { hasMembers } from "../json/scan.ts";
import { countKeys } from "../json/survey.ts";
import type { Json } from "../model/json.ts";
import type { Report } from "../report.ts";
import { StreamError } from "../stream/framing.ts";
import { reportDuplicates } from "./duplicate-keys.ts";

/**
 * Parses a frame, and reports keys that it repeats. Invalid JSON fails with its position. `isExact` keeps every digit of numbers; frames
 * whose only numbers are indexes and token counts are parsed without it, which is faster.
 */
export function parseFrame(data: string, report: Report, isExact = false): Json {
  const frame = isExact ? parseJson(data) : parseCounts(data);
  // A duplicate key makes the text have more members than the value. So does deep nesting, of which the value is not counted.
  if (!hasMembers(data, countKeys(frame))) reportDuplicates(jsonIn(data, { noteDuplicates: true }), report);
  return frame;
}

function parseCounts(data: string): Json {
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
