import { isObject, type JsonObject, jsonIn } from "@toolglot/core";

/** Captures the response that the client is sent: the body, or the last event of a stream, which contains the whole response. */
export class ResponseCapture {
  private readonly isStream: boolean;
  private text = "";
  /** The data of an event that is not complete yet. */
  private data = "";
  private last: JsonObject | undefined;

  constructor(isStream: boolean) {
    this.isStream = isStream;
  }

  push(text: string): void {
    if (!this.isStream) this.text += text;
    else if (this.last === undefined) this.pushEvents(text);
  }

  /** The response, if it was completed. */
  response(): JsonObject | undefined {
    if (this.isStream) this.pushEvents("\n\n");
    const response = this.isStream ? this.last : jsonIn(this.text);
    return isObject(response) && isFinal(response) ? response : undefined;
  }

  private pushEvents(text: string): void {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    if (end === 0) {
      this.text += text;
      return;
    }
    const lines = (this.text + text.slice(0, end)).split(/\r\n|\n|\r/);
    this.text = text.slice(end);
    // The text ends with a line end, so the last element is empty.
    for (const line of lines.slice(0, -1)) this.pushLine(line);
  }

  private pushLine(line: string): void {
    if (line === "") this.endEvent();
    else if (line.startsWith("data:")) this.data += line.slice("data:".length);
  }

  // The type is read from the data, since llama.cpp sends no `event:` lines.
  private endEvent(): void {
    const { data } = this;
    this.data = "";
    const value = FINAL_EVENT.test(data) ? jsonIn(data) : undefined;
    if (!isObject(value) || !FINAL_TYPES.has(String(value.type)) || !isObject(value.response)) return;
    this.last = value.response;
  }
}

const FINAL_TYPES: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"]);
const FINAL_EVENT = /"response\.(?:completed|incomplete)"/;

// A response in the background is `queued` or `in_progress` at first.
function isFinal({ status = "completed" }: JsonObject): boolean {
  return status === "completed" || status === "incomplete";
}
