import { isObject, type JsonObject, jsonIn } from "@toolglot/core";

/** Finds the whole answer in what the client is sent: a body, or the last event of a stream, which holds all of it. */
export class AnswerTap {
  private readonly isStream: boolean;
  private text = "";
  private isLast = false;

  constructor(isStream: boolean) {
    this.isStream = isStream;
  }

  take(text: string): void {
    this.text += text;
    if (!this.isStream || this.isLast) return;
    const at = this.text.search(LAST);
    this.isLast = at >= 0;
    // The pieces of a stream may end anywhere, also in the middle of what is looked for.
    this.text = this.text.slice(this.isLast ? at : -LONGEST);
  }

  /** The answer, if it came to its end. */
  response(): JsonObject | undefined {
    const text = this.isStream ? /^data: ?(.*)$/m.exec(this.isLast ? this.text : "")?.[1] : this.text;
    const value = text === undefined ? undefined : jsonIn(text);
    const whole = this.isStream && isObject(value) ? value.response : value;
    return isObject(whole) && isOver(whole) ? whole : undefined;
  }
}

const LAST = /^event: ?response\.(?:completed|incomplete)\r?\n/m;
const LONGEST = "event: response.incomplete\r\n".length;

// What goes on in the background is at first no more than a promise.
function isOver({ status = "completed" }: JsonObject): boolean {
  return status === "completed" || status === "incomplete";
}
