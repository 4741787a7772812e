import type { Saying, StreamReader } from "../model/dialect.ts";
import { FramePattern, type SentFrame } from "../stream/pattern.ts";

/**
 * Reads frames that differ from the one before in nothing but the text that they say, as most of a stream does. They are known
 * by what they are sent as, and all that is looked at of them is their text.
 */
export class Repeats {
  private readonly reader: StreamReader;
  private before = "";
  private pattern: FramePattern | undefined;
  private saying: Saying | undefined;
  private patience = PATIENCE;

  constructor(reader: StreamReader) {
    this.reader = reader;
  }

  /** Reads the frame that begins there and tells where it ends, if it is like the one before; else -1. */
  read(text: string, from: number): number {
    const { pattern, saying } = this;
    if (pattern === undefined || saying === undefined) return -1;
    const end = pattern.match(text, from);
    if (end === -1) {
      this.pattern = undefined;
      return -1;
    }
    this.patience = PATIENCE;
    saying.say(pattern.text);
    return end;
  }

  /** Looks at a frame that has just been read in full. */
  learn(frame: SentFrame): void {
    const { before } = this;
    this.before = frame.sent;
    if (this.patience === 0) return;
    const saying = this.reader.saying?.();
    if (saying === undefined) return;
    this.patience--;
    this.saying = saying;
    this.pattern = FramePattern.between(before, frame, saying);
  }
}

/** How many texts in a row are looked at for a pattern that is never used again. */
const PATIENCE = 16;
