/** So many zero bytes, or a few more, compressed by gzip to a six hundredth of them. */
export function zeros(length: number): Uint8Array {
  const bits = new Bits();
  bits.write(0b011, 3); // The last block, with the usual codes.
  bits.write(0b00001100, 8); // One zero,
  for (let rest = length; rest > 0; rest -= 258) {
    bits.write(0b10100011, 8); // the same 258 times more,
    bits.write(0, 5); // from one byte back.
  }
  bits.write(0, 7);
  return bits.bytes();
}

/** https://www.rfc-editor.org/rfc/rfc1952: the magic number, deflate, no flags, no time, an unknown system. */
const HEADER = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

class Bits {
  private readonly all: number[] = [...HEADER];
  private held = 0;
  private count = 0;

  /** The lowest bit goes first. */
  write(value: number, width: number): void {
    this.held |= value << this.count;
    this.count += width;
    while (this.count >= 8) {
      this.all.push(this.held & 0xff);
      this.held >>>= 8;
      this.count -= 8;
    }
  }

  /** With a check sum that is wrong: whoever comes to it has unpacked everything. */
  bytes(): Uint8Array {
    return Uint8Array.from([...this.all, this.held & 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
  }
}
