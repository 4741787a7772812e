import { TextSource } from "./text.ts";

/** One frame of a stream: the JSON text (or other payload) of an event, and its SSE event name where it has one. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

/** Cuts one stream into frames, as they arrive; after it has thrown, it throws the same again. */
export interface Framing {
  push(chunk: Uint8Array | string): void;
  end(): void;
}

/** Told of each frame as soon as it is whole. */
export type OnFrame = (data: string, event: string | undefined) => void;

/** How far a framing goes. */
export interface FramingOptions {
  /** How many UTF-16 units a line, an event's data or an element may have: 8 Mi unless told. */
  readonly maxLength?: number | undefined;
}

/** How many UTF-16 units a frame may have unless told otherwise. */
export const MAX_FRAME_LENGTH: number = 8 * 1024 * 1024;

/** Why a stream cannot be cut into frames, or its frames cannot be an answer. */
export type StreamErrorCode = "too_large" | "truncated";

/** The one error that framings, and those who read their frames, throw of their own accord. */
export class StreamError extends Error {
  override readonly name: string = "StreamError";
  readonly code: StreamErrorCode;

  constructor(code: StreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Refuses what is longer than it may be. */
export function checkLength(length: number, maxLength: number): void {
  if (length > maxLength) throw new StreamError("too_large", `a frame of the stream is longer than ${maxLength}`);
}

/** What a framing does with the text of its stream. */
export interface FrameReader {
  read(text: string): void;
  finish(): void;
  /** Whether all that it has read is over and done with, so that a frame may be left out. */
  readonly isResting: boolean;
}

/** The framing that gives a reader the text of its chunks, and nothing more once that has failed. */
export function framingOf(reader: FrameReader): Framing {
  return new TextFraming(reader);
}

class TextFraming implements Framing {
  private readonly reader: FrameReader;
  private readonly source = new TextSource();
  private failure: { readonly error: unknown } | undefined;

  constructor(reader: FrameReader) {
    this.reader = reader;
  }

  push(chunk: Uint8Array | string): void {
    this.read(this.source.push(chunk), false);
  }

  end(): void {
    this.read(this.source.end(), true);
  }

  // What follows on a failure has lost its beginning: nothing of it may pass for a frame.
  private read(text: string, isLast: boolean): void {
    if (this.failure !== undefined) throw this.failure.error;
    try {
      if (text !== "") this.reader.read(text);
      if (isLast) this.reader.finish();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
