import type { NormalizeFrame } from "../../model/dialect.ts";
import type { ResponseModel } from "./response-model.ts";

/** What is changed in frames that otherwise pass as they are. */
export interface FrameChanges {
  /** What the dialect's own clients could not read. */
  readonly normalize?: NormalizeFrame | undefined;
  /** The model that the answer names. */
  readonly rename?: ResponseModel | undefined;
}

/** What passes as it is, one whole frame at a time, so that an error can follow at any time. */
export class FramePassthrough {
  private readonly framing: "sse" | "ndjson";
  private readonly changes: FrameChanges;
  private line = "";
  private frame = "";
  private held = "";
  private isMended = false;
  /** The last frame was. */
  private isRenamed = false;
  private isMarked = false;

  constructor(framing: "sse" | "ndjson", changes: FrameChanges = {}) {
    this.framing = framing;
    this.changes = changes;
  }

  /** The lines that are at their end with this text. */
  *lines(text: string): Generator<string> {
    const all = this.line + text;
    let start = 0;
    for (let end = all.indexOf("\n"); end >= 0; end = all.indexOf("\n", start)) {
      this.line = all.slice(end + 1);
      yield all.slice(start, end + 1);
      start = end + 1;
    }
    this.line = all.slice(start);
  }

  /** The frame that is at its end with this line, or nothing yet. */
  through(line: string): string {
    this.frame += line;
    if (this.framing === "sse" && line.trim() !== "") return "";
    return this.take();
  }

  /**
   * Keeps back a frame that says how the answer ends: it may yet break off, and must not look like a success then. If the
   * answer goes on all the same, what was kept back before goes with it.
   */
  hold(frame: string, goesOn: boolean): string {
    const before = goesOn ? this.release() : "";
    this.held += frame;
    return before;
  }

  /** The frame with which the answer is over, after what was kept back. */
  last(frame: string): string {
    this.isMarked = MARK.test(frame);
    return this.release() + frame;
  }

  /** What may follow on the last word: the mark that some servers set after it, once. */
  after(frame: string): string {
    const isMark = !this.isMarked && MARK.test(frame);
    if (isMark) this.isMarked = true;
    return isMark ? frame : "";
  }

  /** Whether a failure that came out with this frame is said nowhere in it. */
  lacksFailure(frame: string): boolean {
    return this.held !== "" && (frame === "" || MARK.test(frame));
  }

  /** Whether all has passed as it came, so that the next frame may. */
  get isResting(): boolean {
    return this.line === "" && this.frame === "" && this.held === "" && !this.isMended && !this.isRenamed;
  }

  /** The line that has no end yet. */
  get lastLine(): string {
    return this.line;
  }

  /** What was not at its end when the stream was: clients are stricter than we, and want the end of a frame to be there. */
  rest(): string {
    this.frame += this.line;
    const rest = this.take();
    const { end, ended } = ENDS[this.framing];
    return rest === "" || ended.test(rest) ? rest : rest.replace(/[\r\n]*$/, end);
  }

  private release(): string {
    const { held } = this;
    this.held = "";
    return held;
  }

  private take(): string {
    const { frame } = this;
    this.frame = "";
    const { normalize, rename } = this.changes;
    const mended = normalize?.(frame) ?? frame;
    if (mended !== frame) this.isMended = true;
    const named = rename?.frame(mended) ?? mended;
    // Where frames name their model at all, nearly all do, in some dialects.
    this.isRenamed = named !== mended;
    return named;
  }
}

/** What stands after a frame, and how it may also be written. */
const ENDS = {
  sse: { end: "\n\n", ended: /(?:\n\n|\r\n\r\n|\r\r)$/ },
  ndjson: { end: "\n", ended: /\n$/ },
} as const;

/** What some servers end every stream with, also where its last event says that already. */
const MARK = /^data: ?\[DONE\]\s*$/;
