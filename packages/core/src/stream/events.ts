import { type FrameReader, type Framing, type FramingOptions, framingOf, type OnFrame } from "./framing.ts";
import { jsonArrayFraming } from "./json-array.ts";
import { sseFraming } from "./sse.ts";

/**
 * Cuts a stream of events into frames, whichever way it is sent: as server-sent events, or as the one JSON array that some
 * servers send to those who do not ask for events.
 *
 * @example
 * eventFraming((data) => console.log(data)).push('[{"n":1},\r\n');
 */
export function eventFraming(onFrame: OnFrame, options: FramingOptions = {}): Framing {
  return framingOf(new EventReader(onFrame, options));
}

class EventReader implements FrameReader {
  private readonly onFrame: OnFrame;
  private readonly options: FramingOptions;
  /** What came before the first character that tells. */
  private head = "";
  private framing: Framing | undefined;

  constructor(onFrame: OnFrame, options: FramingOptions) {
    this.onFrame = onFrame;
    this.options = options;
  }

  read(text: string): void {
    if (this.framing !== undefined) {
      this.framing.push(text);
      return;
    }
    this.head += text;
    if (this.head.trim() !== "") this.choose().push(this.head);
  }

  finish(): void {
    this.choose().end();
  }

  // No field of an event begins with a bracket.
  private choose(): Framing {
    const choice = this.head.trimStart().startsWith("[") ? jsonArrayFraming : sseFraming;
    this.framing ??= choice(this.onFrame, this.options);
    return this.framing;
  }
}
