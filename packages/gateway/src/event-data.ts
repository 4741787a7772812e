/** Reads the data of server-sent events from text in any pieces; comments and all other fields are skipped. */
export class EventDataReader {
  private readonly onData: (data: string) => void;
  /** The incomplete last line. */
  private rest = "";
  /** The data of an event that is not complete yet. */
  private data = "";

  constructor(onData: (data: string) => void) {
    this.onData = onData;
  }

  push(text: string): void {
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    if (end === 0) {
      this.rest += text;
      return;
    }
    const lines = (this.rest + text.slice(0, end)).split(/\r\n|\n|\r/);
    this.rest = text.slice(end);
    // The text ends with a line end, so the last element is empty.
    for (const line of lines.slice(0, -1)) this.pushLine(line);
  }

  /** The end of the stream ends an event as well. */
  end(): void {
    this.push("\n\n");
  }

  private pushLine(line: string): void {
    if (line === "") this.endEvent();
    else if (line.startsWith("data:"))
      this.data += line.slice(line.startsWith("data: ") ? "data: ".length : "data:".length);
  }

  private endEvent(): void {
    const { data } = this;
    this.data = "";
    if (data !== "") this.onData(data);
  }
}
