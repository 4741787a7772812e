import { constants, type FileHandle, open } from "node:fs/promises";

/** A line of a file, without its end. */
export interface Line {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** A file that only grows, by whole lines. */
export class LogFile {
  private readonly handle: FileHandle;
  private end = 0;
  private isTorn = false;

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** Opens a file, or makes it, for its owner alone; `anew` throws away what is in it. */
  static async open(path: string, { anew = false }: { readonly anew?: boolean } = {}): Promise<LogFile> {
    const { O_RDWR, O_CREAT, O_TRUNC } = constants;
    const handle = await open(path, O_RDWR | O_CREAT | (anew ? O_TRUNC : 0), 0o600);
    try {
      await handle.chmod(0o600);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new LogFile(handle);
  }

  /** How many bytes the whole lines have. */
  get size(): number {
    return this.end;
  }

  /** Reads all lines, from the first to the last. What follows the last line end was never said, and is cut off. */
  async *lines(): AsyncGenerator<Line> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of this.chunks()) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const last = bytes.lastIndexOf(LINE_END);
      yield* this.split(bytes.subarray(0, last + 1));
      rest = bytes.subarray(last + 1);
    }
    if (rest.length > 0) await this.handle.truncate(this.end);
  }

  /** Adds whole lines, and tells where they begin. After a failure it is as if nothing had been written. */
  async append(bytes: Buffer): Promise<number> {
    const start = this.end;
    if (this.isTorn) await this.handle.truncate(start);
    this.isTorn = true;
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, at, bytes.length - at, start + at);
      at += bytesWritten;
    }
    this.isTorn = false;
    this.end += bytes.length;
    return start;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.handle.read(bytes, at, length - at, offset + at);
      if (bytesRead === 0) return bytes.subarray(0, at);
      at += bytesRead;
    }
    return bytes;
  }

  async sync(): Promise<void> {
    await this.handle.datasync();
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private async *chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const bytes = await this.read(at, CHUNK);
      if (bytes.length === 0) return;
      at += bytes.length;
      yield bytes;
    }
  }

  private *split(bytes: Buffer): Generator<Line> {
    for (let at = 0; at < bytes.length; ) {
      const next = bytes.indexOf(LINE_END, at);
      yield { offset: this.end, bytes: bytes.subarray(at, next) };
      this.end += next + 1 - at;
      at = next + 1;
    }
  }
}

const LINE_END = 0x0a;
const CHUNK = 1024 * 1024;
