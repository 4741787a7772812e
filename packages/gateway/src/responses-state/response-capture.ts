import { isObject, type JsonObject, jsonIn } from "@toolglot/core";

/** Finds the whole answer in what the client is sent: a body, or the last event of a stream, which holds all of it. */
export class ResponseCapture {
  private readonly isStream: boolean;
  private text = "";
  /** The data of the event that has not come to its end. */
  private data = "";
  private last: JsonObject | undefined;

  constructor(isStream: boolean) {
    this.isStream = isStream;
  }

  push(text: string): void {
    if (!this.isStream) this.text += text;
    else if (this.last === undefined) this.takeEvents(text);
  }

  /** The answer, if it came to its end. */
  response(): JsonObject | undefined {
    if (this.isStream) this.takeEvents("\n\n");
    const whole = this.isStream ? this.last : jsonIn(this.text);
    return isObject(whole) && isOver(whole) ? whole : undefined;
  }

  // The pieces of a stream may end anywhere, also in the middle of a line.
  private takeEvents(text: string): void {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    if (end === 0) {
      this.text += text;
      return;
    }
    const lines = (this.text + text.slice(0, end)).split(/\r\n|\n|\r/);
    this.text = text.slice(end);
    // The last of them is what follows on the last line end, which is nothing yet.
    for (const line of lines.slice(0, -1)) this.takeLine(line);
  }

  private takeLine(line: string): void {
    if (line === "") this.endEvent();
    else if (line.startsWith("data:")) this.data += line.slice("data:".length);
  }

  // Not every server names its events beside their data: llama.cpp and others say the type in it alone.
  private endEvent(): void {
    const { data } = this;
    this.data = "";
    const value = LAST.test(data) ? jsonIn(data) : undefined;
    if (!isObject(value) || !ENDS.has(String(value.type)) || !isObject(value.response)) return;
    this.last = value.response;
  }
}

const ENDS: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"]);
const LAST = /"response\.(?:completed|incomplete)"/;

// What goes on in the background is at first no more than a promise.
function isOver({ status = "completed" }: JsonObject): boolean {
  return status === "completed" || status === "incomplete";
}
