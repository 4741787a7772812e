import { type StreamFrame, streamParts } from "@toolglot/core/align";
import { openedNamed } from "./opened.ts";
import type { FrameContent, SaidPart } from "./views.ts";

const LONGEST = 160;
const LONGEST_DATA = 100_000;

type StreamRole = "providerResponse" | "clientResponse";

/** The frames of a stream; none where the body is no stream. */
export function listFrames({ id, role }: { id: string; role: StreamRole }): FrameContent[] {
  return openedNamed(id).stream(role)?.frames.map(frameContent) ?? [];
}

/** The whole payload of a frame. */
export function readFrame({ id, role, index }: { id: string; role: StreamRole; index: number }): string {
  return openedNamed(id).stream(role)?.frames[index]?.data.slice(0, LONGEST_DATA) ?? "";
}

/** What the first frames of a stream say: text, reasoning and arguments, each as far as it had arrived. */
export function readSaid({ id, role, count }: { id: string; role: StreamRole; count: number }): SaidPart[] {
  const kept = openedNamed(id);
  const [stream, dialect] = [kept.stream(role), kept.dialect(role)];
  if (stream === undefined || dialect === undefined) return [];
  return streamParts(dialect, stream.frames.slice(0, count)).map(({ kind, name, text }) => ({
    label: name ?? kind,
    text: text.length > LONGEST_SAID ? `…${text.slice(-LONGEST_SAID)}` : text,
  }));
}

const LONGEST_SAID = 2000;

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
