import { utf8Length } from "../mapping/values/utf8-offsets.ts";
import { TextSource } from "../stream/text.ts";

/** A line of a body, with its end, and the byte at which it begins. */
export interface Line {
  readonly offset: number;
  readonly text: string;
}

/** The lines of a body. */
export function* linesOf(body: Uint8Array | string): Generator<Line> {
  let [offset, start] = [0, 0];
  const source = new TextSource();
  while (start < body.length) {
    const end = endOfLine(body, start);
    const line = typeof body === "string" ? body.slice(start, end) : body.subarray(start, end);
    yield { offset, text: source.push(line) };
    offset += typeof line === "string" ? utf8Length(line, line.length) : line.length;
    start = end;
  }
  const rest = source.end();
  if (rest !== "") yield { offset, text: rest };
}

const LINE_FEED = 0x0a;

function endOfLine(body: Uint8Array | string, start: number): number {
  const at = typeof body === "string" ? body.indexOf("\n", start) : body.indexOf(LINE_FEED, start);
  return at === -1 ? body.length : at + 1;
}
