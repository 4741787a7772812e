import type { Guard } from "../trust/policy.ts";
import type { Captured } from "./capture.ts";
import { ProcessRun } from "./process-run.ts";
import type { Semaphore } from "./semaphore.ts";

/** What a process gets, and how much it may take. */
export interface ProcessOptions {
  /** All that the process knows of the environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** What is written to its standard input, which is closed then. */
  readonly stdin?: string | undefined;
  /** What it reads from its descriptor 3, which it has only then. */
  readonly descriptor3?: Uint8Array | undefined;
  /** How many bytes of its output are kept: 1 MiB unless told. The process is ended when it writes 64 MiB more. */
  readonly limit?: number | undefined;
  /** Ends the process at any moment. */
  readonly signal?: AbortSignal | undefined;
  readonly cwd?: string | undefined;
  /** Told of what it writes to standard error, as it comes. */
  readonly onStderr?: ((chunk: Buffer) => void) | undefined;
  /** How many run at once: those that share these slots wait for each other. */
  readonly semaphore?: Semaphore | undefined;
  /** Asked right before the start; a reason keeps the process from being started. */
  readonly guard?: Guard | undefined;
}

/** Why we ended a process. */
export type StopCause = "timeout" | "cancelled" | "flood";

/** What came of a process. */
export interface ProcessResult {
  readonly stdout: Captured;
  /** The end of it. */
  readonly stderr: string;
  readonly exitCode?: number;
  readonly signal?: string;
  /** There if we ended it, with the reason. */
  readonly stopped?: StopCause;
  /** There if it could not be started. */
  readonly spawnError?: NodeJS.ErrnoException;
  /** There if its guard did not let it start, with the reason. */
  readonly denied?: string;
  readonly durationMs: number;
}

/**
 * Runs a program to its end, in a process group of its own and without a shell. Never rejects, and leaves nothing of the
 * group behind; a process that leaves its group on purpose is out of reach.
 */
export function runProcess(path: string, args: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  const { semaphore, signal, guard } = options;
  const task = async () => {
    const denied = await guard?.();
    const run = new ProcessRun(options);
    return denied === undefined ? run.start(path, args) : run.deny(denied);
  };
  return semaphore === undefined ? task() : semaphore.run(task, signal);
}
