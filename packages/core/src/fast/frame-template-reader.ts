import type { DeltaTemplate, StreamReader } from "../model/dialect.ts";
import { FrameTemplate, type SentFrame } from "./frame-template.ts";

/**
 * Reads frames that differ from the one before in nothing but the text that they say, as most of a stream does. They are known
 * by what they are sent as, and all that is looked at of them is their text.
 */
export class FrameTemplateReader {
  private readonly reader: StreamReader;
  private before = "";
  private pattern: FrameTemplate | undefined;
  private saying: DeltaTemplate | undefined;
  private patience = PATIENCE;
  /** What stands around the JSON of a frame. */
  private around = { before: 0, after: 0 };
  /** The last frame of which something is left to be read. */
  private unsettled = "";

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
    saying.apply(pattern.text);
    if (saying.applyLast !== undefined) this.unsettled = text.slice(from, end);
    return end;
  }

  /** Reads what is left of the last frame, before another is read in full. */
  applyLast(): void {
    const { unsettled, around, saying } = this;
    if (unsettled === "") return;
    this.unsettled = "";
    saying?.applyLast?.(unsettled.slice(around.before, unsettled.length - around.after));
  }

  /** Looks at a frame that has just been read in full. */
  learn(frame: SentFrame): void {
    const { before } = this;
    this.before = frame.sent;
    if (this.patience === 0) return;
    const saying = this.reader.deltaTemplate?.();
    if (saying === undefined) return;
    this.patience--;
    this.saying = saying;
    this.pattern = FrameTemplate.between(before, frame, saying);
    const start = frame.sent.indexOf(frame.json);
    this.around = { before: start, after: frame.sent.length - start - frame.json.length };
  }
}

/** How many texts in a row are looked at for a pattern that is never used again. */
const PATIENCE = 16;
