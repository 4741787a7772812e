import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { onAbort } from "./abort.ts";
import { Capture } from "./capture.ts";
import { signalGroup, trackGroup, untrackGroup } from "./group.ts";
import { JsonMonitor } from "./json-monitor.ts";
import type { ProcessOptions, ProcessResult, StopCause } from "./process-types.ts";
import { lossyText } from "./text.ts";

const PIPES: "pipe"[] = ["pipe", "pipe", "pipe"];
const OUTPUT_LIMIT = 1_048_576;
const STDERR_LIMIT = 8192;
/** How many bytes beyond the limit are read and discarded before the process is stopped. */
const MAX_DISCARDED = 67_108_864;
const KILL_DELAY = { timeout: 2000, flood: 2000, cancelled: 300 };
/** How long child processes may still write after the process has exited, in milliseconds. */
const ORPHAN_DELAY = 200;
/** How long the system may take to end a killed process, in milliseconds. */
const KILL_TIMEOUT = 1000;
const MAX_TIMER = 2_147_483_647;

/** One process, from its start to its end. */
export class ProcessRun {
  private readonly options: ProcessOptions;
  private readonly stdout: Capture;
  private readonly stdoutJson = new JsonMonitor();
  private readonly stderr = new Capture(0, STDERR_LIMIT);
  private readonly outputLimit: number;
  private readonly started = performance.now();
  private readonly timers = new Set<NodeJS.Timeout>();
  private release: () => void = () => {};
  private child: ChildProcessWithoutNullStreams | undefined;
  private stopped: StopCause | undefined;
  private done = false;
  private resolve: (result: ProcessResult) => void = () => {};

  constructor(options: ProcessOptions) {
    const { limit = OUTPUT_LIMIT } = options;
    this.options = options;
    this.stdout = new Capture(Math.ceil(limit / 2), Math.floor(limit / 2));
    this.outputLimit = limit + MAX_DISCARDED;
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

  /** The result of a process that was not allowed to start. */
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
    trackGroup(child.pid);
    child.stdout.on("data", (chunk: Uint8Array) => this.onStdout(chunk));
    child.stderr.on("data", (chunk: Buffer) => this.onStderr(chunk));
    child.once("exit", () => this.onExit(child));
    child.once("close", () => this.onClose(child));
    // A tool may close its pipes without reading.
    for (const stream of child.stdio) stream?.on("error", () => {});
    child.stdin.end(this.options.stdin ?? "");
    (child.stdio[3] as Writable | null | undefined)?.end(this.options.descriptor3);
    this.after(Math.min(this.options.timeout, MAX_TIMER), () => this.stop("timeout"));
    this.release = onAbort(this.options.signal, () => this.stop("cancelled"));
  }

  private onStdout(chunk: Uint8Array): void {
    this.stdout.push(chunk);
    this.stdoutJson.push(chunk);
    if (this.stdout.total > this.outputLimit) this.stop("flood");
  }

  private onStderr(chunk: Buffer): void {
    this.stderr.push(chunk);
    this.options.onStderr?.(chunk);
  }

  private stop(reason: StopCause): void {
    const { child } = this;
    if (child === undefined || hasEnded(child)) return;
    // The process is ending already; cancellation does not wait for that.
    if (this.stopped !== undefined && reason === "cancelled") this.signalAll("SIGKILL");
    if (this.stopped !== undefined) return;
    this.stopped = reason;
    this.signalAll("SIGTERM");
    this.after(KILL_DELAY[reason], () => {
      this.signalAll("SIGKILL");
      this.after(KILL_TIMEOUT, () => this.onClose(child));
    });
  }

  /** The process has exited, but child processes may hold its pipes open. */
  private onExit(child: ChildProcessWithoutNullStreams): void {
    child.stdin.destroy();
    this.after(ORPHAN_DELAY, () => {
      this.signalAll("SIGKILL");
      // One more turn of the event loop, so that pending output is read even if the loop is busy.
      this.after(ORPHAN_DELAY, () => setImmediate(() => this.onClose(child)));
    });
  }

  private onClose(child: ChildProcessWithoutNullStreams): void {
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
    if (this.child?.pid !== undefined) untrackGroup(this.child.pid);
    this.resolve({
      stdout: this.stdout.finish(),
      stdoutJson: this.stdoutJson.finish(),
      stderr: lossyText(this.stderr.finish()),
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
