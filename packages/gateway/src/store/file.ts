import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { StoreSettings } from "../config/config.ts";
import { compact, syncFolder } from "./file-compact.ts";
import { type Entry, FileIndex } from "./file-index.ts";
import { LockedError, lock } from "./file-lock.ts";
import { LogFile } from "./file-log.ts";
import { deleteLine, putLine, readLine, readResponse } from "./file-record.ts";
import type { ResponseStore, StoredResponse } from "./store.ts";

/** Where stored responses are kept, and how many. */
export interface FileStoreOptions extends Pick<StoreSettings, "maxEntries" | "maxBytes"> {
  readonly file: string;
  /** Called with a problem of the file, and with `undefined` when it is solved. */
  readonly onTrouble?: (trouble: string | undefined) => void;
  /** The delay before written lines are synced to disk and failed writes are retried, in milliseconds. */
  readonly pace?: number;
  /** What it stores, for messages. */
  readonly holds?: string;
}

/**
 * Stores responses in a file, so that they survive the process, also a crash. The file has a line for each response that was
 * added or deleted; memory has only their offsets. What cannot be written is kept in memory until it can be.
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
  private reported: string | undefined;

  constructor(options: FileStoreOptions) {
    this.options = options;
    this.pace = options.pace ?? 500;
    this.index = new FileIndex(options);
  }

  /** Not before the file was read. */
  get isEmpty(): boolean {
    return this.log !== undefined && this.index.isEmpty;
  }

  /** Reads the file. If that fails, it is retried from time to time, and responses are kept in memory meanwhile. */
  async open(): Promise<void> {
    this.opening ??= this.enqueueWork();
    await this.opening;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    await this.open();
    const entry = this.index.get(keyOf(tenant, id));
    if (entry === undefined) return undefined;
    const response = await this.responseAt(entry);
    if (response === undefined) this.report("a response in the store's file has become unreadable");
    return response;
  }

  /** All of them; fails while the file cannot be read. */
  async all(): Promise<StoredResponse[]> {
    await this.open();
    if (this.log === undefined) throw new Error("the store's file cannot be read");
    const found: StoredResponse[] = [];
    for (const entry of this.index.all()) {
      const response = await this.responseAt(entry);
      if (response !== undefined) found.push(response);
    }
    return found;
  }

  async put(response: StoredResponse): Promise<void> {
    this.index.put(keyOf(response.tenant, response.id), putLine(response));
    await this.enqueueWork();
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    await this.open();
    const existed = this.index.delete(keyOf(tenant, id), deleteLine(tenant, id));
    if (existed) await this.enqueueWork();
    return existed;
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async responseAt({ line, offset, length }: Entry): Promise<StoredResponse | undefined> {
    return readResponse(withoutEnd(line ?? (await this.log?.read(offset, length)) ?? Buffer.alloc(0)));
  }

  // ── the queue ─────────────────────────────────────────────────────────────

  private enqueueWork(): Promise<void> {
    this.queue = this.queue.then(() => this.work());
    return this.queue;
  }

  private async work(): Promise<void> {
    if (this.isClosed) return;
    try {
      this.log ??= await this.opened();
      await this.write(this.log);
      await this.compactIfNeeded(this.log);
      this.report(undefined);
    } catch (error) {
      const { holds = "stored responses" } = this.options;
      this.report(`${holds} are kept in memory, because the store's file cannot be used: ${reasonOf(error)}`);
      this.retrying ??= this.later(() => {
        this.retrying = undefined;
        return this.enqueueWork();
      });
    }
  }

  private async finish(): Promise<void> {
    await this.enqueueWork();
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

  private report(trouble: string | undefined): void {
    const { damaged } = this;
    const damage =
      damaged === 0 ? undefined : `${damaged} damaged lines of the store's file were moved to the file .corrupt`;
    const all = [trouble, damage].filter((each) => each !== undefined).join("; ") || undefined;
    if (all === this.reported) return;
    this.reported = all;
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
        await this.moveToCorrupt(bytes);
        continue;
      }
      const key = keyOf(record.tenant, record.id);
      found.delete(key);
      if (record.type === "put") found.set(key, { offset, length: bytes.length + 1, mayBeInFile: true });
    }
    this.damaged += damaged;
    // The damaged lines are removed from the file.
    if (damaged > 0) this.compactAbove = -1;
    return found;
  }

  private async moveToCorrupt(bytes: Buffer): Promise<void> {
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
        this.report(`the last responses may not survive a crash: ${reasonOf(error)}`);
      }
    });
    return this.queue;
  }

  private async compactIfNeeded(log: LogFile): Promise<void> {
    const garbage = log.size - this.index.bytes;
    if (log.size <= this.compactAbove || (garbage * 2 <= log.size && this.compactAbove >= 0)) return;
    // If the disk is full, compaction is not retried for every write.
    this.compactAbove = log.size + SMALL;
    const { log: fresh, moved } = await compact(this.options.file, log, this.index.all());
    // Synchronously with the change of `this.log`, so that offsets always belong to it.
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

// The message of a system error contains the file's path, which must not reach clients.
function reasonOf(error: unknown): string {
  if (error instanceof LockedError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
