import { Place, parsePlace } from "../place.ts";
import { type SseEvent, splitSse } from "../sse.ts";
import type { Violation } from "../types.ts";
import { checkErrorBody } from "./error.ts";
import { checkBlocked, checkContent, checkFinish, checkUsage, isBlocked } from "./response.ts";

// B9.
export function checkStream(text: string): Violation[] {
  const root = new Place(null);
  root.badIf(!/(\r\n\r\n|\n\n|\r\r)$/.test(text), "stream-end", "Incomplete JSON segment at the end");
  const chunks = splitSse(text).flatMap((event, index) => chunkOf(event, `/${index}`, root.found));
  for (const chunk of chunks) checkChunk(chunk);
  checkEnd(root, chunks);
  return root.found;
}

function chunkOf({ event, data }: SseEvent, path: string, found: Violation[]): Place[] {
  const place = new Place(null, path, found);
  place.badIf(event !== undefined, "event-line", "a chunk with an event line is silently dropped");
  place.badIf(data.includes("\n"), "multi-line", "data on several lines is not supported");
  const done = data === "[DONE]";
  place.badIf(done, "done-marker", "data: [DONE] is a SyntaxError to the SDK");
  return done ? [] : parsePlace(data, path, found);
}

function checkChunk(chunk: Place): void {
  if (!chunk.is("object", "chunk-shape")) return;
  if (chunk.at("error").exists) checkErrorBody(chunk);
  else if (isBlocked(chunk)) checkBlocked(chunk);
  else checkCandidate(chunk);
  checkUsage(chunk.at("usageMetadata"));
}

function checkCandidate(chunk: Place): void {
  const candidate = chunk.at("candidates").at(0);
  if (!candidate.is("object", "candidates")) return;
  checkFinish(candidate, false);
  // Empty or missing parts wipe the turn from a chat's history; a failed turn has none to lose (B8).
  const reason = candidate.at("finishReason").text;
  checkContent(candidate, reason !== "" && reason !== "STOP" && reason !== "MAX_TOKENS");
}

function checkEnd(root: Place, chunks: readonly Place[]): void {
  const failed = chunks.findIndex((chunk) => chunk.at("error").exists);
  const finished = chunks.map((chunk) => chunk.at("candidates").at(0).at("finishReason")).filter((at) => at.exists);
  if (failed >= 0) {
    for (const chunk of chunks.slice(failed + 1)) chunk.bad("chunk-after-error", "nothing comes after an error");
    for (const reason of finished) reason.bad("finish-and-error", "a stream fails or finishes, not both");
    return;
  }
  const last = chunks.at(-1);
  const ends = last !== undefined && (isBlocked(last) || last.at("candidates").at(0).at("finishReason").exists);
  root.badIf(!ends, "finish-last", "the last chunk needs a finishReason");
  for (const reason of finished.slice(0, -1)) reason.bad("finish-once", "finishReason before the last chunk");
}
