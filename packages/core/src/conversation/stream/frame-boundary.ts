// Where to cut a chunk of bytes, so that each frame is read on its own and an error event can follow it.

import type { ConversationProfile } from "../../model/conversation-profile.ts";

/** Finds where the frames of a stream end. */
export class FrameBoundary {
  private separator: "\n" | "\n\n" | "\n\r\n";

  constructor(framing: ConversationProfile["framing"]) {
    this.separator = framing === "sse" ? "\n\n" : "\n";
  }

  /** The index after the frame that begins at an index; the end of the text where the frame is incomplete. */
  endOfFrame(text: string, start: number): number {
    const found = text.indexOf(this.separator, start);
    if (found !== -1) return found + this.separator.length;
    if (this.separator === "\n") return text.length;
    // A server uses one line ending throughout: the one that was found is looked for first from then on.
    this.separator = this.separator === "\n\n" ? "\n\r\n" : "\n\n";
    const other = text.indexOf(this.separator, start);
    return other === -1 ? text.length : other + this.separator.length;
  }
}
