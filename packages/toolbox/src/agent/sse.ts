/** Cuts a text that comes in pieces into the data of its events. */
export class SseDataReader {
  private rest = "";
  private data: string[] = [];

  /** The data of the events that are complete with this. */
  push(text: string): string[] {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.flatMap((readLine) => this.line(readLine.endsWith("\r") ? readLine.slice(0, -1) : readLine));
  }

  /** The data of an event that no blank line follows. */
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
