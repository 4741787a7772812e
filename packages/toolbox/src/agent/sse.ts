/** Reads the `data` of server-sent events from text that arrives in pieces. */
export class SseDataReader {
  private rest = "";
  private data: string[] = [];

  /** The data of the events that this text completes. */
  push(text: string): string[] {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.flatMap((readLine) => this.line(readLine.endsWith("\r") ? readLine.slice(0, -1) : readLine));
  }

  /** The data of a last event without a blank line after it. */
  end(): string[] {
    return this.push(this.rest === "" ? "\n" : "\n\n");
  }

  private line(line: string): string[] {
    if (line.startsWith("data:")) this.data.push(line.slice(line[5] === " " ? 6 : 5));
    if (line !== "" || this.data.length === 0) return [];
    const event = this.data.join("\n");
    this.data = [];
    return [event];
  }
}
