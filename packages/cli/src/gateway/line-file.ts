import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";

type WriteBytes = (descriptor: number, bytes: Uint8Array, offset: number) => number;

/**
 * Writes whole lines to a file. Where the file ends within a line, because a process was killed or the disk was full, what follows
 * begins with a line end, so that the torn line is joined with no other.
 */
export class LineFile {
  private readonly descriptor: number;
  private readonly writeBytes: WriteBytes;
  /** Whether the file ends within a line; `undefined` until the first write. */
  private isTorn: boolean | undefined;

  constructor(descriptor: number, writeBytes: WriteBytes = writeSync) {
    this.descriptor = descriptor;
    this.writeBytes = writeBytes;
  }

  write(text: string): void {
    this.isTorn ??= endsWithinLine(this.descriptor);
    const bytes = Buffer.from(this.isTorn ? `\n${text}` : text);
    let length = 0;
    try {
      while (length < bytes.length) length += this.writeBytes(this.descriptor, bytes, length);
    } finally {
      if (length > 0) this.isTorn = bytes[length - 1] !== LINE_END;
    }
  }
}

const LINE_END = 0x0a;

function endsWithinLine(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFile() && stats.size > 0 && ![LINE_END, undefined].includes(byteAt(descriptor, stats.size - 1));
}

// The descriptor may be for writing alone, so that the file is opened anew; `undefined` where it cannot be read.
function byteAt(descriptor: number, offset: number): number | undefined {
  let reading: number | undefined;
  try {
    reading = openSync(`/dev/fd/${descriptor}`, "r");
    const byte = Buffer.alloc(1);
    return readSync(reading, byte, 0, 1, offset) === 1 ? byte[0] : undefined;
  } catch {
    return undefined;
  } finally {
    if (reading !== undefined) closeSync(reading);
  }
}
