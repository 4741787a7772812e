import { parseJson } from "../../json/parse.ts";
import type { Json } from "../../model/json.ts";

/** The value of a frame whose numbers are only counts. What is no JSON is refused with its place. */
export function parseFrame(data: string): Json {
  try {
    return JSON.parse(data) as Json;
  } catch {
    // The exact parser finds the same error and says where it is.
    return parseJson(data);
  }
}
