import type { StreamFrame } from "@toolglot/core/align";
import { openedNamed } from "./opened.ts";
import type { FrameContent, StreamContent } from "./views.ts";

const LONGEST = 160;
const LONGEST_DATA = 100_000;

type StreamRole = "providerResponse" | "clientResponse";

/** The frames of both streams. */
export function listFrames({ id }: { id: string }): StreamContent {
  const kept = openedNamed(id);
  const framesOf = (role: StreamRole) => kept.stream(role)?.frames.map(frameContent);
  return { provider: framesOf("providerResponse") ?? [], client: framesOf("clientResponse") ?? [] };
}

/** The whole payload of a frame. */
export function readFrame({ id, role, index }: { id: string; role: StreamRole; index: number }): string {
  return openedNamed(id).stream(role)?.frames[index]?.data.slice(0, LONGEST_DATA) ?? "";
}

function frameContent({ offset, event, data }: StreamFrame): FrameContent {
  const text = data.slice(0, 2 * LONGEST).replace(REPEATED, "{");
  return { offset, event: event ?? typeIn(data), text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text };
}

/** What a payload begins with before it says anything: its type, its number and what it belongs to. */
const REPEATED =
  /^\{(?:\s*"(?:type|object|id|created|model|sequence_number|item_id|output_index|content_index|index)":\s*(?:"[^"]*"|\d+)(?:,\s*|(?=\})))+/;

/** Where frames have no names, many name themselves. */
function typeIn(data: string): string {
  return /^\{[^{]{0,40}"(?:type|object)":\s*"([^"]{1,60})"/.exec(data)?.[1] ?? "";
}
