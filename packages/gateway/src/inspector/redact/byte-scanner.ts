// A search for many byte strings at once, fast enough to run over every body that goes through the gateway.

/** A text to look for in bytes; `id` is what a hit reports. */
export interface Needle {
  /** At least six. */
  readonly bytes: Uint8Array;
  readonly id: number;
  /** ASCII letters match in either case. */
  readonly ignoreCase?: boolean;
}

/** Called with where a needle was found. Hits whose needles overlap may come in any order. */
export type OnHit = (id: number, start: number, end: number) => void;

/** A word of a needle, and how far from the needle's start it is. */
interface Anchor {
  readonly needle: Needle;
  readonly offset: number;
}

/** Bytes, and the part of them in which needles may begin. */
export interface ScannedBytes {
  readonly bytes: Uint8Array;
  /** All of the memory that the bytes are in (`wordsOf`). */
  readonly words: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds many needles in one pass. It looks at every aligned word of four bytes: a needle contains one of them, wherever it begins, and
 * a table tells which words can be part of a needle. So the time hardly depends on the number of needles, and no step waits
 * for the step before it: searches that skip bytes by what they have read are four times slower with needles as short as these.
 */
export class ByteScanner {
  private readonly isAnchor: Uint8Array = new Uint8Array(TABLE_SIZE);
  private readonly anchors = new Map<number, Anchor[]>();
  /** Needles of six bytes, some of whose words begin a byte before them. */
  private readonly short: Needle[] = [];

  constructor(needles: readonly Needle[]) {
    for (const needle of needles) this.add(needle);
  }

  add(needle: Needle): void {
    for (let offset = 0; offset < WORD; offset++) this.addAnchor(needle, offset);
    if (needle.bytes.length < 2 * WORD - 1) this.short.push(needle);
  }

  private addAnchor(needle: Needle, offset: number): void {
    const { bytes } = needle;
    if (offset + WORD <= bytes.length) this.addWord({ needle, offset }, bytes.subarray(offset, offset + WORD));
    else
      for (let first = 0; first < 256; first++) this.addWord({ needle, offset: -1 }, [first, ...bytes.subarray(0, 3)]);
  }

  private addWord(anchor: Anchor, bytes: ArrayLike<number>): void {
    const [word = 0] = new Uint32Array(Uint8Array.from(bytes).buffer);
    const hash = hashOf(word);
    const known = this.anchors.get(hash);
    this.isAnchor[hash] = 1;
    if (known === undefined) this.anchors.set(hash, [anchor]);
    // The anchors of a needle are added one after the other, and many needles may begin alike.
    else if (!isSame(known.at(-1), anchor)) known.push(anchor);
  }

  /** Finds the needles of a part of bytes. */
  scan(scanned: ScannedBytes, onHit: OnHit): void {
    const { isAnchor } = this;
    const { bytes, words, from, to } = scanned;
    const { byteOffset, length } = bytes;
    if (from === 0 && to > 0) this.checkStart(bytes, onHit);
    const end = (byteOffset + Math.min(length, to + 2 * WORD - 2)) >> 2;
    let index = (byteOffset + Math.max(0, from - 1) + WORD - 1) >> 2;
    // Four at a time: hardly any of them is an anchor.
    for (; index + 3 < end; index += 4) {
      const isAny =
        (isAnchor[hashOf(words[index] as number)] as number) |
        (isAnchor[hashOf(words[index + 1] as number)] as number) |
        (isAnchor[hashOf(words[index + 2] as number)] as number) |
        (isAnchor[hashOf(words[index + 3] as number)] as number);
      if (isAny !== 0) for (let each = index; each < index + 4; each++) this.check(each, scanned, onHit);
    }
    for (; index < end; index++) this.check(index, scanned, onHit);
  }

  private check(index: number, { bytes, words, from, to }: ScannedBytes, onHit: OnHit): void {
    const hash = hashOf(words[index] ?? 0);
    if (this.isAnchor[hash] === 0) return;
    for (const { needle, offset } of this.anchors.get(hash) ?? []) {
      const start = index * WORD - bytes.byteOffset - offset;
      if (start >= from && start < to && isAt(bytes, start, needle))
        onHit(needle.id, start, start + needle.bytes.length);
    }
  }

  // No word begins before the bytes do.
  private checkStart(bytes: Uint8Array, onHit: OnHit): void {
    if (bytes.byteOffset % WORD !== 1) return;
    for (const needle of this.short) if (isAt(bytes, 0, needle)) onHit(needle.id, 0, needle.bytes.length);
  }
}

function isSame(one: Anchor | undefined, { needle, offset }: Anchor): boolean {
  return one?.needle === needle && one.offset === offset;
}

/** The memory that bytes are in, word by word. */
export function wordsOf({ buffer }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, 0, buffer.byteLength >> 2);
}

/** In bytes. */
const WORD = 4;
const TABLE_BITS = 14;
const TABLE_SIZE = 2 ** TABLE_BITS;
const CASE_BIT = 0x20;

// Of words that differ in case only, it is the same. The factor is 2^32 divided by the golden ratio.
function hashOf(word: number): number {
  return Math.imul(word | 0x20202020, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

function isAt(bytes: Uint8Array, start: number, { bytes: needle, ignoreCase }: Needle): boolean {
  const ignored = ignoreCase === true ? CASE_BIT : 0;
  for (let index = 0; index < needle.length; index++)
    if (((bytes[start + index] ?? 0) | ignored) !== ((needle[index] ?? 0) | ignored)) return false;
  return true;
}
