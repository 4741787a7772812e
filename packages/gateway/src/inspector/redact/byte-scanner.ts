/** A text to look for in bytes; `id` is what a hit reports. */
export interface Needle {
  readonly bytes: Uint8Array;
  readonly id: number;
  /** ASCII letters match in either case. */
  readonly ignoreCase?: boolean;
}

/** Called with where a needle was found; returns where the search goes on. */
export type OnHit = (id: number, start: number, end: number) => number;

/**
 * Finds many needles in one pass (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994). As long as no needle can end
 * at the current byte, the search skips most bytes, so that its time hardly depends on the number of needles: a native search for each
 * needle takes longer from the second one on.
 */
export class ByteScanner {
  /** The length of the shortest needle: only so many bytes of each are looked at first. */
  private readonly window: number;
  /** How far to go on, by the last two bytes of the window. */
  private readonly shifts: Uint8Array = new Uint8Array(TABLE_SIZE);
  /** The needles whose window ends with these two bytes. */
  private readonly buckets: (Needle[] | undefined)[] = new Array(TABLE_SIZE);

  /** Needles have at least two bytes. */
  constructor(needles: readonly Needle[]) {
    this.window = Math.min(MAX_WINDOW, ...needles.map(({ bytes }) => bytes.length));
    this.shifts.fill(this.window - 1);
    for (const needle of needles) this.add(needle);
  }

  private add(needle: Needle): void {
    const { window, shifts, buckets } = this;
    for (let end = 1; end < window; end++) {
      const block = blockAt(needle.bytes, end);
      shifts[block] = Math.min(shifts[block] ?? 0, window - 1 - end);
    }
    const last = blockAt(needle.bytes, window - 1);
    buckets[last] = [...(buckets[last] ?? []), needle];
  }

  /** Finds the needles that begin from `from` on and before `to`. */
  scan(bytes: Uint8Array, onHit: OnHit, from = 0, to: number = bytes.length): void {
    const { window, shifts } = this;
    const limit = Math.min(bytes.length, to + window - 1);
    let at = from + window - 1;
    while (at < limit) {
      const shift = shifts[(((bytes[at - 1] as number) & 31) << 5) | ((bytes[at] as number) & 31)] as number;
      if (shift > 0) at += shift;
      else at = Math.max(at + 1, this.check(bytes, at - window + 1, onHit) + window - 1);
    }
  }

  private check(bytes: Uint8Array, start: number, onHit: OnHit): number {
    for (const { bytes: needle, id, ignoreCase } of this.buckets[blockAt(bytes, start + this.window - 1)] ?? [])
      if (isAt(bytes, start, needle, ignoreCase === true ? CASE_BIT : 0))
        return onHit(id, start, start + needle.length);
    return start;
  }
}

/** Five bits of two bytes each: they are the same for a letter in either case. */
const TABLE_SIZE = 1024;
/** Keys often begin alike, and shifts must fit into a byte. */
const MAX_WINDOW = 32;
const CASE_BIT = 0x20;

function blockAt(bytes: Uint8Array, end: number): number {
  return (((bytes[end - 1] ?? 0) & 31) << 5) | ((bytes[end] ?? 0) & 31);
}

function isAt(bytes: Uint8Array, start: number, needle: Uint8Array, ignored: number): boolean {
  for (let index = 0; index < needle.length; index++)
    if (((bytes[start + index] ?? 0) | ignored) !== ((needle[index] ?? 0) | ignored)) return false;
  return true;
}
