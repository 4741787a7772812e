/** One line, without its line break. */
export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Absent if the line exceeds the limit. */
  readonly bytes?: Buffer;
}

/** Splits bytes into lines, with one line in memory at a time. Lines beyond the limit are discarded as they arrive. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<InputLine> {
  let collector = new Collector(limit);
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      collector.add(chunk.subarray(start, end));
      yield collector.line(number++);
      collector = new Collector(limit);
      start = end + 1;
    }
    collector.add(chunk.subarray(start));
  }
  if (collector.length > 0) yield collector.line(number);
}

// Only "\n": a JSON string may contain U+2028, and "\r" is white space in JSON.
const NEWLINE = 10;

class Collector {
  length = 0;
  private readonly limit: number;
  private parts: Buffer[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.limit) this.parts = [];
    else this.parts.push(part);
  }

  line(number: number): InputLine {
    return this.length > this.limit ? { number } : { number, bytes: Buffer.concat(this.parts) };
  }
}
