import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { CommandFailure } from "../failure.ts";
import { writeFailureReason } from "./write-failure.ts";

/** The file of `--output`, in the place of standard output. */
export interface OutputFile {
  write(text: string): void;
  /** Puts the complete file in its place. */
  commit(): void;
  /** Leaves the place as it was. */
  discard(): void;
}

/** The file that data goes to now; `undefined` for standard output. */
export function outputFile(): OutputFile | undefined {
  return current;
}

/** Runs a command whose data goes to a file. The file appears when it is committed, and not at all otherwise. */
export async function withOutputFile<T>(path: string, run: (file: OutputFile) => Promise<T>): Promise<T> {
  const file = openOutputFile(path);
  const discard = () => file.discard();
  // An interrupted process ends without returning here.
  process.once("exit", discard);
  current = file;
  try {
    return await run(file);
  } finally {
    current = undefined;
    process.off("exit", discard);
    discard();
  }
}

let current: OutputFile | undefined;

/** Writes a file that nobody else may read. It appears when it is complete. */
export function writePrivateFile(path: string, text: string): void {
  const file = openOutputFile(path, PRIVATE);
  try {
    file.write(text);
    file.commit();
  } finally {
    file.discard();
  }
}

const PRIVATE = 0o600;

/** Without `mode`, a file keeps its permissions, and a new one has the usual ones. */
function openOutputFile(path: string, mode?: number): OutputFile {
  return orFail(path, () => {
    const target = targetOf(path);
    return target.isRegular ? new DraftFile(path, target.path, mode) : new DirectFile(path, target.path);
  });
}

// A draft takes the place of the file that a link leads to, not of the link.
function targetOf(path: string): { readonly path: string; readonly isRegular: boolean } {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { path, isRegular: true };
  if (stats.isDirectory()) throw new Error("it is a folder");
  return { path: realpathSync(path), isRegular: stats.isFile() };
}

/** A file that is written beside its place, and moved there when it is complete. */
class DraftFile implements OutputFile {
  private readonly name: string;
  private readonly target: string;
  private readonly draft: string;
  private handle: number | undefined;

  constructor(name: string, target: string, mode = statSync(target, { throwIfNoEntry: false })?.mode) {
    this.name = name;
    this.target = target;
    this.draft = `${target}.${process.pid}.tmp`;
    this.handle = openSync(this.draft, "wx", mode);
  }

  write(text: string): void {
    const { handle } = this;
    if (handle !== undefined) orFail(this.name, () => writeAll(handle, text));
  }

  commit(): void {
    const { handle } = this;
    if (handle === undefined) return;
    orFail(this.name, () => {
      fsyncSync(handle);
      this.close();
      renameSync(this.draft, this.target);
    });
  }

  discard(): void {
    if (this.handle === undefined) return;
    this.close();
    rmSync(this.draft, { force: true });
  }

  private close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }
}

/** A device or a named pipe, which no file can take the place of. */
class DirectFile implements OutputFile {
  private readonly name: string;
  private readonly handle: number;
  private isOpen = true;

  constructor(name: string, target: string) {
    this.name = name;
    this.handle = openSync(target, "w");
  }

  write(text: string): void {
    orFail(this.name, () => writeAll(this.handle, text));
  }

  commit(): void {
    if (this.isOpen) closeSync(this.handle);
    this.isOpen = false;
  }

  discard(): void {
    this.commit();
  }
}

function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}

function orFail<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandFailure(`cannot write ${path}: ${writeFailureReason(error)}`, { file: path, code: "output" });
  }
}
