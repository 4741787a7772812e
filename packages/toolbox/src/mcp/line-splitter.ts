/** The default limit for a line, in bytes. An image of a few megabytes is an ordinary result. */
export const MAX_LINE: number = 64 * 1024 * 1024;

/** Splits bytes into lines. A line that exceeds the limit is skipped and reported. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private length = 0;
  private isSkipping = false;
  private readonly onLine: (line: string) => void;
  private readonly onTooLong: () => void;
  private readonly limit: number;

  constructor(onLine: (line: string) => void, onTooLong: () => void, limit: number = MAX_LINE) {
    this.onLine = onLine;
    this.onTooLong = onTooLong;
    this.limit = limit;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.add(chunk.subarray(start, end));
      this.finish();
      start = end + 1;
    }
    this.add(chunk.subarray(start));
  }

  private add(part: Buffer): void {
    if (this.isSkipping || part.length === 0) return;
    this.length += part.length;
    this.parts.push(part);
    if (this.length <= this.limit) return;
    this.clear();
    this.isSkipping = true;
    this.onTooLong();
  }

  private finish(): void {
    const line = Buffer.concat(this.parts).toString("utf8").trim();
    this.clear();
    if (!this.isSkipping && line !== "") this.onLine(line);
    this.isSkipping = false;
  }

  private clear(): void {
    this.parts = [];
    this.length = 0;
  }
}

const NEWLINE = 0x0a;
