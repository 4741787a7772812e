import type { FrameReader, FramingOptions, OnFrame } from "./framing.ts";
import { elementReader } from "./json-array.ts";
import { sseReader } from "./sse.ts";

/**
 * Reads the frames of a stream of events from decoded text: server-sent events, or one JSON array, for clients that do
 * not ask for events.
 */
export function eventReader(onFrame: OnFrame, options: FramingOptions = {}): FrameReader {
  return new EventReader(onFrame, options);
}

class EventReader implements FrameReader {
  private readonly onFrame: OnFrame;
  private readonly options: FramingOptions;
  /** The text before the first character, which decides the framing. */
  private head = "";
  private reader: FrameReader | undefined;

  constructor(onFrame: OnFrame, options: FramingOptions) {
    this.onFrame = onFrame;
    this.options = options;
  }

  get isResting(): boolean {
    return this.reader?.isResting === true;
  }

  read(text: string): void {
    if (this.reader !== undefined) {
      this.reader.read(text);
      return;
    }
    const head = this.head + text;
    this.head = head;
    if (head.trim() === "") return;
    const reader = this.choose();
    this.head = "";
    reader.read(head);
  }

  finish(): void {
    this.choose().finish();
  }

  // No SSE field begins with a bracket.
  private choose(): FrameReader {
    const choice = this.head.trimStart().startsWith("[") ? elementReader : sseReader;
    this.reader ??= choice(this.onFrame, this.options);
    return this.reader;
  }
}
