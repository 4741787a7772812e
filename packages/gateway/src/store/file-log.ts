import { constants, type FileHandle, open } from "node:fs/promises";

/** A line of a file, without its line end. */
export interface FileLine {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** An append-only file of lines. */
export class LogFile {
  private readonly handle: FileHandle;
  private end = 0;
  private isIncomplete = false;

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** Opens or creates a file that only its owner can read. */
  static async open(path: string, { truncate = false }: { readonly truncate?: boolean } = {}): Promise<LogFile> {
    const { O_RDWR, O_CREAT, O_TRUNC } = constants;
    const handle = await open(path, O_RDWR | O_CREAT | (truncate ? O_TRUNC : 0), 0o600);
    try {
      await handle.chmod(0o600);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new LogFile(handle);
  }

  /** The size of all complete lines. */
  get size(): number {
    return this.end;
  }

  /** Reads all lines. An incomplete last line was never acknowledged, and is cut off. */
  async *lines(): AsyncGenerator<FileLine> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of this.chunks()) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const last = bytes.lastIndexOf(LINE_END);
      yield* this.split(bytes.subarray(0, last + 1));
      rest = bytes.subarray(last + 1);
    }
    if (rest.length > 0) await this.handle.truncate(this.end);
  }

  /** Appends complete lines, and returns their offset. A failed append has no effect. */
  async append(bytes: Buffer): Promise<number> {
    const start = this.end;
    if (this.isIncomplete) await this.handle.truncate(start);
    this.isIncomplete = true;
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, at, bytes.length - at, start + at);
      at += bytesWritten;
    }
    this.isIncomplete = false;
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

  private *split(bytes: Buffer): Generator<FileLine> {
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
