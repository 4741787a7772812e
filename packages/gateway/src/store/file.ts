import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { StoreSettings } from "../config/config.ts";
import { compact, syncFolder } from "./file-compact.ts";
import { type Entry, FileIndex } from "./file-index.ts";
import { LockedError, lock } from "./file-lock.ts";
import { LogFile } from "./file-log.ts";
import { deleteLine, putLine, readAnswer, readLine } from "./file-record.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

export interface FileStoreOptions extends Pick<StoreSettings, "maxEntries" | "maxBytes"> {
  readonly file: string;
  /** Told when something is wrong with the file, and `undefined` when it is mended. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** After how many milliseconds what was written is made sure of, and what failed is tried again. */
  readonly pace?: number;
}

/**
 * Keeps answers in a file, so that they outlive the process, however that ends. The file has a line for each answer that
 * came or went; memory has only where each stands. What cannot be written is kept in memory until it can be.
 */
export class FileStore implements ResponseStore {
  private readonly options: FileStoreOptions;
  private readonly pace: number;
  private readonly index: FileIndex;
  private log: LogFile | undefined;
  private unlock: () => Promise<void> = async () => {};
  private opening: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private isClosed = false;
  private queue: Promise<void> = Promise.resolve();
  private syncing: ReturnType<typeof setTimeout> | undefined;
  private retrying: ReturnType<typeof setTimeout> | undefined;
  private damaged = 0;
  private compactAbove = SMALL;
  private told: string | undefined;

  constructor(options: FileStoreOptions) {
    this.options = options;
    this.pace = options.pace ?? 500;
    this.index = new FileIndex(options);
  }

  /** Reads what is there; where that fails, it is tried again from time to time, and answers stay in memory. */
  async open(): Promise<void> {
    this.opening ??= this.soon();
    await this.opening;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    await this.open();
    const entry = this.index.get(keyOf(tenant, id));
    if (entry === undefined) return undefined;
    const answer = readAnswer(withoutEnd(entry.line ?? (await this.lineAt(entry))));
    if (answer === undefined) this.tell("an answer in the store's file has become unreadable");
    return answer;
  }

  async put(response: StoredResponse): Promise<void> {
    this.index.put(keyOf(response.tenant, response.id), putLine(response));
    await this.soon();
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    await this.open();
    const wasThere = this.index.delete(keyOf(tenant, id), deleteLine(tenant, id));
    if (wasThere) await this.soon();
    return wasThere;
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async lineAt({ offset, length }: Entry): Promise<Buffer> {
    return this.log === undefined ? Buffer.alloc(0) : this.log.read(offset, length);
  }

  // ── one thing after the other ─────────────────────────────────────────────

  private soon(): Promise<void> {
    this.queue = this.queue.then(() => this.work());
    return this.queue;
  }

  private async work(): Promise<void> {
    if (this.isClosed) return;
    try {
      this.log ??= await this.opened();
      await this.write(this.log);
      await this.compactIfWorthIt(this.log);
      this.tell(undefined);
    } catch (error) {
      this.tell(`answers are kept in memory, because the store's file cannot be used: ${reasonOf(error)}`);
      this.retrying ??= this.later(() => {
        this.retrying = undefined;
        return this.soon();
      });
    }
  }

  private async finish(): Promise<void> {
    await this.soon();
    this.isClosed = true;
    clearTimeout(this.syncing);
    clearTimeout(this.retrying);
    if (this.log === undefined) return;
    try {
      await this.log.sync();
    } finally {
      await this.log.close();
      await this.unlock();
    }
  }

  private tell(trouble: string | undefined): void {
    const { damaged } = this;
    const loss =
      damaged === 0 ? undefined : `${damaged} damaged lines of the store's file were set aside (see the file .corrupt)`;
    const all = [trouble, loss].filter((each) => each !== undefined).join("; ") || undefined;
    if (all === this.told) return;
    this.told = all;
    this.options.onTrouble?.(all);
  }

  private later(run: () => Promise<void>): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => void run(), this.pace);
    timer.unref();
    return timer;
  }

  // ── the file ──────────────────────────────────────────────────────────────

  private async opened(): Promise<LogFile> {
    const { file } = this.options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const unlock = await lock(`${file}.lock`);
    let log: LogFile | undefined;
    try {
      log = await LogFile.open(file);
      await syncFolder(file);
      this.index.adopt(await this.readAll(log));
    } catch (error) {
      await log?.close();
      await unlock();
      throw error;
    }
    this.unlock = unlock;
    return log;
  }

  private async readAll(log: LogFile): Promise<Map<string, Entry>> {
    const found = new Map<string, Entry>();
    let damaged = 0;
    for await (const { offset, bytes } of log.lines()) {
      const record = readLine(bytes);
      if (record === undefined) {
        damaged++;
        await this.setAside(bytes);
        continue;
      }
      const key = keyOf(record.tenant, record.id);
      found.delete(key);
      if (record.type === "put") found.set(key, { offset, length: bytes.length + 1, mayBeInFile: true });
    }
    this.damaged += damaged;
    // What was set aside is not to be found again the next time.
    if (damaged > 0) this.compactAbove = -1;
    return found;
  }

  private async setAside(bytes: Buffer): Promise<void> {
    await appendFile(`${this.options.file}.corrupt`, Buffer.concat([bytes, LINE_END]), { mode: 0o600 });
  }

  private async write(log: LogFile): Promise<void> {
    for (let batch = this.index.next(); batch.length > 0; batch = this.index.next()) {
      this.index.written(batch, await log.append(Buffer.concat(batch.map(({ line }) => line))));
      this.syncing ??= this.later(() => this.sync());
    }
  }

  private sync(): Promise<void> {
    this.syncing = undefined;
    this.queue = this.queue.then(async () => {
      try {
        if (!this.isClosed) await this.log?.sync();
      } catch (error) {
        this.tell(`it is not sure that the last answers would survive: ${reasonOf(error)}`);
      }
    });
    return this.queue;
  }

  private async compactIfWorthIt(log: LogFile): Promise<void> {
    const garbage = log.size - this.index.bytes;
    if (log.size <= this.compactAbove || (garbage * 2 <= log.size && this.compactAbove >= 0)) return;
    // Where there is no room for it, it is not tried again at every turn.
    this.compactAbove = log.size + SMALL;
    const { log: fresh, moved } = await compact(this.options.file, log, this.index.all());
    // At once, so that nobody looks for a new place in the old file.
    for (const [entry, offset] of moved) entry.offset = offset;
    this.log = fresh;
    this.compactAbove = SMALL;
    await log.close();
    await syncFolder(this.options.file);
  }
}

/** Smaller files are not worth rewriting. */
const SMALL = 1024 * 1024;
const LINE_END = Buffer.from("\n");

function keyOf(tenant: string, id: string): string {
  return JSON.stringify([tenant, id]);
}

function withoutEnd(line: Buffer): Buffer {
  return line.subarray(0, Math.max(0, line.length - 1));
}

// A message of the system's has the file's path in it, which is nobody's business.
function reasonOf(error: unknown): string {
  if (error instanceof LockedError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
