// The fast path `frameTemplates`: reading a stream by the template of its last frame.

import type { DeltaTemplate } from "../model/delta-template.ts";
import { FrameTemplate, type SentFrame } from "./frame-template.ts";

/**
 * Reads frames that differ from the previous one in their text only, as most frames of a stream do: all other bytes are
 * compared and not parsed.
 */
export class FrameTemplateReader {
  private readonly reader: DeltaReader;
  private template: FrameTemplate | undefined;
  private delta: DeltaTemplate | undefined;
  private attempts = MAX_ATTEMPTS;
  /** The number of characters before and after the JSON of a frame. */
  private around = { before: 0, after: 0 };
  /** The last frame, as long as `applyLast` is to be called with it. */
  private lastFrame = "";

  constructor(reader: DeltaReader) {
    this.reader = reader;
  }

  /** Reads the frame at an index, if it matches the template, and returns the index after it; else -1. */
  read(text: string, from: number): number {
    const { template, delta } = this;
    if (template === undefined || delta === undefined) return -1;
    const end = template.match(text, from);
    if (end === -1) {
      this.template = undefined;
      return -1;
    }
    this.attempts = MAX_ATTEMPTS;
    delta.apply(template.text, template.id);
    if (delta.applyLast !== undefined) this.lastFrame = text.slice(from, end);
    return end;
  }

  /** Drops the parts of the text that was read, which would keep all of it. */
  rest(): void {
    this.template?.rest();
  }

  /** Applies what counts only in the last frame, before another is parsed. */
  applyLast(): void {
    const { lastFrame, around, delta } = this;
    if (lastFrame === "") return;
    this.lastFrame = "";
    delta?.applyLast?.(lastFrame.slice(around.before, lastFrame.length - around.after));
  }

  /** Makes a template from a frame that was just parsed, unless none like it is to come. */
  learn(frame: SentFrame): void {
    if (this.attempts === 0 || this.reader.isEnding === true) return;
    const delta = this.reader.deltaTemplate?.();
    if (delta === undefined) return;
    this.attempts--;
    this.delta = delta;
    this.template = FrameTemplate.of(frame, delta);
    const start = frame.sent.indexOf(frame.json);
    this.around = { before: start, after: frame.sent.length - start - frame.json.length };
  }
}

/** A reader of frames that knows whether the last one was a text delta, and where its text is. */
interface DeltaReader {
  /** Whether the finish reason has come. */
  readonly isEnding?: boolean;
  deltaTemplate?(): DeltaTemplate | undefined;
}

/** How many templates in a row may go unused before no more are made. */
const MAX_ATTEMPTS = 16;
