import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { onAbort } from "./abort.ts";
import { Capture } from "./capture.ts";
import { forgetGroup, rememberGroup, signalGroup } from "./group.ts";
import type { ProcessOptions, ProcessResult, Stop } from "./process.ts";
import { looseText } from "./text.ts";

const PIPES: "pipe"[] = ["pipe", "pipe", "pipe"];
const OUTPUT_LIMIT = 1_048_576;
const STDERR_LIMIT = 8192;
/** A tool may write more than is kept, but not for ever. */
const FLOOD = 67_108_864;
const GRACE = { timeout: 2000, flood: 2000, cancelled: 300 };
/** How long those that the process leaves behind may still write. */
const LEFTOVERS = 200;
/** How long the system may take to end a killed process. */
const GIVE_UP = 1000;
const LONGEST_TIMER = 2_147_483_647;

/** One process from its start to its end. */
export class Run {
  private readonly options: ProcessOptions;
  private readonly stdout: Capture;
  private readonly stderr = new Capture(0, STDERR_LIMIT);
  private readonly flood: number;
  private readonly started = performance.now();
  private readonly timers = new Set<NodeJS.Timeout>();
  private release: () => void = () => {};
  private child: ChildProcessWithoutNullStreams | undefined;
  private stopped: Stop | undefined;
  private done = false;
  private resolve: (result: ProcessResult) => void = () => {};

  constructor(options: ProcessOptions) {
    const { limit = OUTPUT_LIMIT } = options;
    this.options = options;
    this.stdout = new Capture(Math.ceil(limit / 2), Math.floor(limit / 2));
    this.flood = limit + FLOOD;
  }

  start(path: string, args: readonly string[]): Promise<ProcessResult> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      if (this.options.signal?.aborted) return this.finish({ stopped: "cancelled" });
      try {
        this.watch(this.spawn(path, args));
      } catch (error) {
        this.finish({ spawnError: error as NodeJS.ErrnoException });
      }
    });
  }

  /** What came of a process that was not allowed to start. */
  deny(reason: string): Promise<ProcessResult> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.finish({ denied: reason });
    });
  }

  private spawn(path: string, args: readonly string[]): ChildProcessWithoutNullStreams {
    const { env, cwd, descriptor3 } = this.options;
    const stdio = descriptor3 === undefined ? PIPES : [...PIPES, "pipe" as const];
    const child = spawn(path, args, { env, cwd, detached: true, shell: false, stdio });
    return child as ChildProcessWithoutNullStreams;
  }

  private watch(child: ChildProcessWithoutNullStreams): void {
    child.once("error", (spawnError) => this.finish({ spawnError }));
    if (child.pid === undefined) return;
    this.child = child;
    rememberGroup(child.pid);
    child.stdout.on("data", (chunk: Uint8Array) => this.hear(chunk));
    child.stderr.on("data", (chunk: Buffer) => this.overhear(chunk));
    child.once("exit", () => this.hurry(child));
    child.once("close", () => this.end(child));
    // A tool need not read what it is told, and may close what it likes.
    for (const stream of child.stdio) stream?.on("error", () => {});
    child.stdin.end(this.options.stdin ?? "");
    (child.stdio[3] as Writable | null | undefined)?.end(this.options.descriptor3);
    this.after(Math.min(this.options.timeout, LONGEST_TIMER), () => this.stop("timeout"));
    this.release = onAbort(this.options.signal, () => this.stop("cancelled"));
  }

  private hear(chunk: Uint8Array): void {
    this.stdout.push(chunk);
    if (this.stdout.total > this.flood) this.stop("flood");
  }

  private overhear(chunk: Buffer): void {
    this.stderr.push(chunk);
    this.options.onStderr?.(chunk);
  }

  private stop(reason: Stop): void {
    const { child } = this;
    if (child === undefined || hasEnded(child)) return;
    // Nobody waits any more for one that is taking its time to end.
    if (this.stopped !== undefined && reason === "cancelled") this.signalAll("SIGKILL");
    if (this.stopped !== undefined) return;
    this.stopped = reason;
    this.signalAll("SIGTERM");
    this.after(GRACE[reason], () => {
      this.signalAll("SIGKILL");
      this.after(GIVE_UP, () => this.end(child));
    });
  }

  /** The process has ended, but its pipes may be held open by others, for ever. */
  private hurry(child: ChildProcessWithoutNullStreams): void {
    child.stdin.destroy();
    this.after(LEFTOVERS, () => {
      this.signalAll("SIGKILL");
      // Once more around the event loop, so that a busy one still reads what is there.
      this.after(LEFTOVERS, () => setImmediate(() => this.end(child)));
    });
  }

  private end(child: ChildProcessWithoutNullStreams): void {
    if (this.done) return;
    this.signalAll("SIGKILL");
    for (const stream of child.stdio) stream?.destroy();
    child.unref();
    const { exitCode, signalCode } = child;
    this.finish({
      ...(exitCode === null ? {} : { exitCode }),
      ...(signalCode === null ? {} : { signal: signalCode }),
      ...(this.stopped === undefined ? {} : { stopped: this.stopped }),
    });
  }

  private finish(ending: Partial<ProcessResult>): void {
    this.done = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.release();
    if (this.child?.pid !== undefined) forgetGroup(this.child.pid);
    this.resolve({
      stdout: this.stdout.finish(),
      stderr: looseText(this.stderr.finish()),
      durationMs: Math.round(performance.now() - this.started),
      ...ending,
    });
  }

  private signalAll(signal: NodeJS.Signals): void {
    if (this.child?.pid !== undefined) signalGroup(this.child.pid, signal);
  }

  private after(milliseconds: number, act: () => void): void {
    this.timers.add(setTimeout(act, milliseconds));
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode !== null || signalCode !== null;
}
