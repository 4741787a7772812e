import { TextSource } from "./text.ts";

/** One frame of a stream: the payload of an event, usually JSON, and its SSE event name if it has one. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

/** Splits a stream into frames as they arrive. After an error, it throws the same error again. */
export interface Framing {
  push(chunk: Uint8Array | string): void;
  end(): void;
}

/** Called with each frame as soon as it is complete. */
export type OnFrame = (data: string, event: string | undefined) => void;

/** The limits of a framing. */
export interface FramingOptions {
  /** How many UTF-16 units a line, an event's data or an element may have: 8 Mi by default. */
  readonly maxLength?: number | undefined;
}

/** How many UTF-16 units a frame may have by default. */
export const MAX_FRAME_LENGTH: number = 8 * 1024 * 1024;

/** Why a stream cannot be split into frames, or its frames are not a response. */
export type StreamErrorCode = "too_large" | "truncated" | "corrupt";

/** The error of a stream that is too large, incomplete or damaged. */
export class StreamError extends Error {
  override readonly name: string = "StreamError";
  readonly code: StreamErrorCode;

  constructor(code: StreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws if a frame is too long. */
export function checkLength(length: number, maxLength: number): void {
  if (length > maxLength) throw new StreamError("too_large", `a frame of the stream is longer than ${maxLength}`);
}

/** Splits decoded text into frames. */
export interface FrameReader {
  read(text: string): void;
  finish(): void;
  /** Whether no frame is incomplete, so that the next one may be read by a fast path. */
  readonly isResting: boolean;
}

/** Decodes chunks for a reader, and stops after the reader has failed. */
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

  // After a failure the text has lost its beginning, and must not be read as a frame.
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

/** Ends the streams of Chat Completions, after the last event. */
export const END_MARK = "[DONE]";
