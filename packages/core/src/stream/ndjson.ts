import { skipSpace } from "../json/chars.ts";
import {
  checkLength,
  type FrameReader,
  type Framing,
  type FramingOptions,
  framingOf,
  MAX_FRAME_LENGTH,
  type OnFrame,
} from "./framing.ts";
import { TextPieces } from "./text-pieces.ts";

/**
 * Cuts newline-delimited JSON into frames: each line that is not blank is one, the last also without its newline.
 *
 * @example
 * const framing = ndjsonFraming((data) => console.log(JSON.parse(data)));
 * framing.push('{"n":1}\n{"n"');
 * framing.push(":2}");
 * framing.end();
 */
export function ndjsonFraming(onFrame: OnFrame, options: FramingOptions = {}): Framing {
  return framingOf(ndjsonReader(onFrame, options));
}

/** The same for decoded text. */
export function ndjsonReader(onFrame: OnFrame, options: FramingOptions = {}): FrameReader {
  return new LineReader(onFrame, options.maxLength ?? MAX_FRAME_LENGTH);
}

class LineReader implements FrameReader {
  private readonly onFrame: OnFrame;
  private readonly maxLength: number;
  private readonly line = new TextPieces();

  constructor(onFrame: OnFrame, maxLength: number) {
    this.onFrame = onFrame;
    this.maxLength = maxLength;
  }

  read(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.readLine(text.slice(start, end));
      start = end + 1;
    }
    if (start === text.length) return;
    this.line.add(text.slice(start));
    checkLength(this.line.length, this.maxLength);
  }

  get isResting(): boolean {
    return this.line.length === 0;
  }

  finish(): void {
    this.readLine("");
  }

  private readLine(rest: string): void {
    checkLength(this.line.length + rest.length, this.maxLength);
    const line = this.whole(rest);
    if (skipSpace(line, 0) === line.length) return;
    this.onFrame(line.endsWith("\r") ? line.slice(0, -1) : line, undefined);
  }

  private whole(rest: string): string {
    if (this.line.length === 0) return rest;
    this.line.add(rest);
    return this.line.take();
  }
}
