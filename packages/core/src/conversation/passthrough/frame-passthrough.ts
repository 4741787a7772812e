// Passing a stream on within one dialect, frame by frame. The end of a response is held back until it is known that the
// stream was not cut: a client must not take a broken response for a complete one.

import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { NormalizeFrame } from "../../model/dialect.ts";
import type { ResponseModel } from "./response-model.ts";

/** What is changed in frames that are otherwise passed through. */
export interface FrameChanges {
  /** Fixes what the dialect's own clients could not read. */
  readonly normalize?: NormalizeFrame | undefined;
  /** Renames the response's model. */
  readonly rename?: ResponseModel | undefined;
}

/** Cuts a stream into whole frames to pass on, and holds back those that tell how the response ends. */
export class FramePassthrough {
  private readonly framing: ConversationProfile["framing"];
  private readonly changes: FrameChanges;
  private line = "";
  private frame = "";
  private held = "";
  private isNormalized = false;
  /** The last frame was renamed. */
  private isRenamed = false;
  private isMarked = false;

  constructor(framing: ConversationProfile["framing"], changes: FrameChanges = {}) {
    this.framing = framing;
    this.changes = changes;
  }

  /** The lines that this text completes. */
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

  /** The frame that this line completes, or an empty string. */
  through(line: string): string {
    this.frame += line;
    if (this.framing === "sse" && line.trim() !== "") return "";
    return this.take();
  }

  /**
   * Holds back a frame that tells how the response ends: if the stream is cut after it, the client must not see a success. `continues`:
   * the frame has output too, so that the response continues, and the frames held back so far are returned.
   */
  hold(frame: string, continues: boolean): string {
    const before = continues ? this.release() : "";
    this.held += frame;
    return before;
  }

  /** The frame that ends the response, after those that were held back. */
  last(frame: string): string {
    this.isMarked = MARK.test(frame);
    return this.release() + frame;
  }

  /** A frame after the end: only the first end mark is passed on. */
  after(frame: string): string {
    const isMark = !this.isMarked && MARK.test(frame);
    if (isMark) this.isMarked = true;
    return isMark ? frame : "";
  }

  /** Whether the client would not learn of the failure that this frame revealed, because the frame says nothing of it. */
  lacksFailure(frame: string): boolean {
    return this.held !== "" && (frame === "" || MARK.test(frame));
  }

  /** Whether everything so far was passed on unchanged, so that a fast path may take the next frame. */
  get isResting(): boolean {
    return this.line === "" && this.frame === "" && this.held === "" && !this.isNormalized && !this.isRenamed;
  }

  /** The incomplete last line. */
  get lastLine(): string {
    return this.line;
  }

  /** The incomplete last frame, with the frame end that clients require. */
  rest(): string {
    this.frame += this.line;
    const rest = this.take();
    const { end, ended } = ENDS[this.framing === "sse" ? "sse" : "lines"];
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
    const normalized = normalize?.(frame) ?? frame;
    if (normalized !== frame) this.isNormalized = true;
    const named = rename?.frame(normalized) ?? normalized;
    // Every chunk of Chat Completions names the model.
    this.isRenamed = named !== normalized;
    return named;
  }
}

/** The end of a frame, and all forms that it may have. */
const ENDS = {
  sse: { end: "\n\n", ended: /(?:\n\n|\r\n\r\n|\r\r)$/ },
  lines: { end: "\n", ended: /\n$/ },
} as const;

/** Ends the streams of Chat Completions; compatible servers of the Responses API send it too. */
const MARK = /^data: ?\[DONE\]\s*$/;
