import type { Guard } from "../trust/policy.ts";
import type { Captured } from "./capture.ts";
import type { JsonText } from "./json-monitor.ts";
import type { Semaphore } from "./semaphore.ts";

/** How a process is run. */
export interface ProcessOptions {
  /** The complete environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly timeout: number;
  /** Written to its standard input, which is then closed. */
  readonly stdin?: string | undefined;
  /** Written to file descriptor 3, which exists only if this is set. */
  readonly descriptor3?: Uint8Array | undefined;
  /** How many bytes of its output are kept. Default: 1 MiB. The process is stopped when it writes 64 MiB more. */
  readonly limit?: number | undefined;
  /** Aborts the process. */
  readonly signal?: AbortSignal | undefined;
  readonly cwd?: string | undefined;
  /** Called with each chunk of its standard error. */
  readonly onStderr?: ((chunk: Buffer) => void) | undefined;
  /** Limits how many processes run at once. */
  readonly semaphore?: Semaphore | undefined;
  /** Called right before the start; a returned reason prevents the start. */
  readonly guard?: Guard | undefined;
}

/** Why a process was stopped. */
export type StopCause = "timeout" | "cancelled" | "flood";

/** The result of a process. */
export interface ProcessResult {
  readonly stdout: Captured;
  /** What all of its standard output is, also what was not kept. */
  readonly stdoutJson: JsonText;
  /** The last part of its standard error. */
  readonly stderr: string;
  readonly exitCode?: number;
  readonly signal?: string;
  /** Why it was stopped, if it was. */
  readonly stopped?: StopCause;
  /** Set if it could not be started. */
  readonly spawnError?: NodeJS.ErrnoException;
  /** The reason of its guard, if that prevented the start. */
  readonly denied?: string;
  readonly durationMs: number;
}
