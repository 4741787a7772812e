// A secret may be written with escapes (`\u0073k-…`). Bodies are searched without those that could hide one.

/** Bytes in which some escapes of JSON are replaced by what they mean. */
export interface Unescaped {
  readonly bytes: Uint8Array;
  /** The original offset of a byte. */
  position(at: number): number;
}

/** The characters of ASCII that matter; others stay as they are. */
export type CharacterSet = Uint8Array;

/**
 * Replaces `\u0041` by `A`, also with the backslashes of JSON within JSON, for characters that matter. `undefined` if there is nothing
 * to replace: serializers escape control characters, signs of HTML and letters with accents, and hardly ever a letter or a digit.
 */
export function unescaped(
  bytes: Uint8Array,
  matters: CharacterSet,
  start = 0,
  end: number = bytes.length,
): Unescaped | undefined {
  const limit = Math.min(end + LENGTH, bytes.length);
  const source = bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, limit);
  let at = source.indexOf(ESCAPE, start);
  if (at < 0 || at >= end) return undefined;
  const pieces: Uint8Array[] = [];
  const moves = new Moves();
  let copied = 0;
  for (; at >= 0 && at < end; at = source.indexOf(ESCAPE, at + 2)) {
    const code = Number.parseInt(source.toString("latin1", at + 4, at + LENGTH), 16);
    if (matters[code] !== 1) continue;
    const first = firstBackslash(source, at, copied);
    const meant = meaningOf(code, at + 1 - first);
    pieces.push(bytes.subarray(copied, first), meant);
    copied = at + LENGTH;
    moves.add(first, meant.length, copied);
  }
  if (pieces.length === 0) return undefined;
  pieces.push(bytes.subarray(copied));
  return { bytes: Buffer.concat(pieces), position: (at) => moves.position(at) };
}

const ESCAPE = Buffer.from("\\u00");
/** Of an escape with one backslash. */
const LENGTH = 6;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function firstBackslash(bytes: Uint8Array, at: number, after: number): number {
  let first = at;
  while (first > after && bytes[first - 1] === BACKSLASH) first--;
  return first;
}

// In a text of JSON, a quote and a backslash have a backslash of their own; at each depth of JSON within JSON, each of these has one too.
function meaningOf(code: number, backslashes: number): Buffer {
  if (code === QUOTE) return Buffer.from(`${"\\".repeat(2 * backslashes - 1)}"`);
  return code === BACKSLASH ? Buffer.alloc(2 * backslashes, BACKSLASH) : Buffer.of(code);
}

/** Maps offsets in the replaced bytes to offsets in the original ones. */
class Moves {
  private readonly starts: number[] = [];
  private readonly before: number[] = [];
  private shift = 0;

  /** Bytes from `first` to `end` have become so many. */
  add(first: number, length: number, end: number): void {
    const start = first - this.shift;
    // All of the replacement is where the escape began.
    this.starts.push(start, start + length);
    this.before.push(first, end);
    this.shift = end - start - length;
  }

  position(at: number): number {
    const index = this.lastUpTo(at);
    const start = this.starts[index];
    if (start === undefined) return at;
    const before = this.before[index] ?? 0;
    return index % 2 === 0 ? before : before + at - start;
  }

  private lastUpTo(at: number): number {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
