import { appendFile, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { StoreSettings } from "../config/config.ts";
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
  /** The oldest first, as in the file. */
  private entries = new Map<string, Entry>();
  private bytes = 0;
  /** What the file is still to be told, the latest word on each answer. */
  private readonly unwritten = new Map<string, Change>();
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
  }

  /** Reads what is there; where that fails, it is tried again from time to time, and answers stay in memory. */
  async open(): Promise<void> {
    this.opening ??= this.soon();
    await this.opening;
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    await this.open();
    const entry = this.entries.get(keyOf(tenant, id));
    if (entry === undefined) return undefined;
    const answer = readAnswer(withoutEnd(entry.line ?? (await this.lineAt(entry))));
    if (answer === undefined) this.tell("an answer in the store's file has become unreadable");
    return answer;
  }

  async put(response: StoredResponse): Promise<void> {
    const key = keyOf(response.tenant, response.id);
    const line = putLine(response);
    const known = this.entries.get(key);
    const mayBeInFile = known?.mayBeInFile ?? this.unwritten.has(key);
    this.forget(key);
    const entry = { line, offset: 0, length: line.length, mayBeInFile };
    this.entries.set(key, entry);
    this.bytes += line.length;
    this.unwritten.set(key, { line, entry });
    this.trim();
    await this.soon();
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    await this.open();
    const key = keyOf(tenant, id);
    const entry = this.entries.get(key);
    if (entry === undefined) return false;
    this.forget(key);
    if (entry.mayBeInFile) this.unwritten.set(key, { line: deleteLine(tenant, id) });
    await this.soon();
    return true;
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    await this.soon();
    this.isClosed = true;
    clearTimeout(this.syncing);
    clearTimeout(this.retrying);
    const { log } = this;
    if (log === undefined) return;
    try {
      await log.sync();
    } finally {
      await log.close();
      await this.unlock();
    }
  }

  // ── what is known ─────────────────────────────────────────────────────────

  private forget(key: string): void {
    const entry = this.entries.get(key);
    this.unwritten.delete(key);
    if (entry === undefined) return;
    this.bytes -= entry.length;
    this.entries.delete(key);
  }

  // The file need not be told: whoever reads it has limits too.
  private trim(): void {
    const { maxEntries, maxBytes } = this.options;
    for (const key of this.entries.keys()) {
      if (this.entries.size <= maxEntries && this.bytes <= maxBytes) return;
      this.forget(key);
    }
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
      this.adopt(await this.readAll(log));
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

  // What came while the file could not be read is newer than all that is in it.
  private adopt(found: Map<string, Entry>): void {
    for (const key of this.unwritten.keys()) found.delete(key);
    this.entries = new Map([...found, ...this.entries]);
    this.bytes = [...this.entries.values()].reduce((sum, { length }) => sum + length, 0);
    this.trim();
  }

  private async write(log: LogFile): Promise<void> {
    while (this.unwritten.size > 0) {
      const batch = firstOf(this.unwritten);
      for (const [, { entry }] of batch) if (entry !== undefined) entry.mayBeInFile = true;
      let offset = await log.append(Buffer.concat(batch.map(([, { line }]) => line)));
      for (const [key, change] of batch) {
        if (this.unwritten.get(key) === change) this.unwritten.delete(key);
        if (change.entry !== undefined) Object.assign(change.entry, { offset, line: undefined });
        offset += change.line.length;
      }
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

  // ── without what is gone ──────────────────────────────────────────────────

  private async compactIfWorthIt(log: LogFile): Promise<void> {
    const garbage = log.size - this.bytes;
    if (log.size <= this.compactAbove || (garbage * 2 <= log.size && this.compactAbove >= 0)) return;
    // Where there is no room for it, it is not tried again at every turn.
    this.compactAbove = log.size + SMALL;
    await this.compact(log);
    this.compactAbove = SMALL;
  }

  private async compact(old: LogFile): Promise<void> {
    const { file } = this.options;
    const fresh = await LogFile.open(`${file}.new`, { anew: true });
    try {
      const moved = await this.copy(old, fresh);
      await fresh.sync();
      await rename(`${file}.new`, file);
      for (const [entry, offset] of moved) entry.offset = offset;
      this.log = fresh;
    } catch (error) {
      await fresh.close();
      throw error;
    }
    await old.close();
    await syncFolder(dirname(file));
  }

  private async copy(old: LogFile, fresh: LogFile): Promise<[Entry, number][]> {
    const moved: [Entry, number][] = [];
    for (const entry of [...this.entries.values()]) {
      if (entry.line !== undefined) continue;
      moved.push([entry, await fresh.append(await old.read(entry.offset, entry.length))]);
    }
    return moved;
  }
}

/** Where an answer is: in the file, or for now in memory. */
interface Entry {
  line?: Buffer | undefined;
  offset: number;
  readonly length: number;
  /** So that the file has to be told when the answer is forgotten. */
  mayBeInFile: boolean;
}

/** A line for the file: of an answer that came, or of one that went. */
interface Change {
  readonly line: Buffer;
  readonly entry?: Entry;
}

/** Smaller files are not worth rewriting. */
const SMALL = 1024 * 1024;
const BATCH = 4 * 1024 * 1024;
const LINE_END = Buffer.from("\n");

function keyOf(tenant: string, id: string): string {
  return JSON.stringify([tenant, id]);
}

function withoutEnd(line: Buffer): Buffer {
  return line.subarray(0, Math.max(0, line.length - 1));
}

function firstOf(changes: ReadonlyMap<string, Change>): [string, Change][] {
  const batch: [string, Change][] = [];
  let bytes = 0;
  for (const each of changes) {
    if (bytes > BATCH) break;
    batch.push(each);
    bytes += each[1].line.length;
  }
  return batch;
}

// A message of the system's has the file's path in it, which is nobody's business.
function reasonOf(error: unknown): string {
  if (error instanceof LockedError) return error.message;
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}

// A new name is safe when the folder is.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
