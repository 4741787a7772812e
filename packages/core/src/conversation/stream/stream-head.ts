// The beginning of a stream, which may turn out to be one JSON body.

import type { ConversationProfile } from "../../model/conversation-profile.ts";
import { StreamError } from "../../stream/framing.ts";

/** The text of a stream before its first frame: a server may send one JSON text where a stream was asked for. */
export class StreamHead {
  private readonly framing: ConversationProfile["framing"];
  private content: string | undefined = "";
  /** The stream is one JSON text. */
  isJson = false;

  constructor(framing: ConversationProfile["framing"]) {
    this.framing = framing;
  }

  /** Whether no frame has come yet. */
  get isOpen(): boolean {
    return this.content !== undefined;
  }

  get text(): string {
    return this.content ?? "";
  }

  add(text: string): void {
    if (this.content === undefined) return;
    if (this.content.length > MAX_JSON_LENGTH)
      throw new StreamError("too_large", "the answer is too large to be read as a whole");
    this.content += text;
    // No line of an SSE stream begins with a bracket, and every JSON response does.
    this.isJson ||= this.framing === "sse" && JSON_START.test(this.content);
  }

  /** A frame has come. */
  close(): void {
    this.content = undefined;
  }
}

const JSON_START = /^\s*[[{]/;

/** How many UTF-16 units a JSON response may have that comes in place of a stream. */
const MAX_JSON_LENGTH = 64 * 1024 * 1024;
