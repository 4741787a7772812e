import { isObject } from "../input/json.ts";
import { linesOf } from "../input/lines.ts";
import { inputName, lineTooLarge, MAX_BYTES } from "../input/read.ts";
import { dialectNamed } from "../names.ts";
import { parsed, peekEvent } from "./peek.ts";
import type { ResolvedJob } from "./resolve.ts";

/**
 * The bytes of a stream in the framing of its dialect. A program that prints an SDK's events, each on a line of its own, leaves out the
 * framing of server-sent events.
 */
export async function* framedEvents(stream: AsyncIterable<Buffer>, job: ResolvedJob): AsyncGenerator<Buffer> {
  if (dialectNamed(job.options.from).profile.conversation.framing !== "sse") {
    yield* stream;
    return;
  }
  const { isLine, bytes } = await peekEvent(stream);
  yield* isLine ? eventsOfLines(bytes, inputName(job.file)) : bytes;
}

async function* eventsOfLines(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  for await (const { number, bytes: line } of linesOf(bytes, MAX_BYTES)) {
    if (line === undefined) throw lineTooLarge(file, number);
    const text = line.toString();
    if (text.trim() !== "") yield Buffer.concat([Buffer.from(`${nameField(text)}data: `), line, END]);
  }
}

// The field `event`, which repeats the type of an event for clients that read no further.
function nameField(line: string): string {
  const event = parsed(line);
  const type = isObject(event) ? (event.type ?? event.event_type) : undefined;
  return typeof type === "string" && /^[\w.]+$/.test(type) ? `event: ${type}\n` : "";
}

const END = Buffer.from("\n\n");
