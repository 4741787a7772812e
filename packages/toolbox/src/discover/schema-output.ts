import { isUtf8 } from "node:buffer";
import { toolEnvironment } from "../run/environment.ts";
import { runProcess } from "../run/process.ts";
import type { ProcessResult } from "../run/process-types.ts";
import { type Confinement, ConfinementError, confine, sandboxFailure } from "../run/sandbox.ts";
import type { Guard } from "../trust/policy.ts";
import { startFailureReason } from "./start-failure.ts";

/** How an executable is asked for its definition. */
export interface DescribeOptions extends Confinement {
  /** In milliseconds. Default: 5,000. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called right before the start; a returned reason prevents the start. */
  readonly guard?: Guard | undefined;
}

/** What an executable printed for `--schema`, or why that cannot be used. */
export type SchemaReply = { readonly text: string } | { readonly refusal: string; readonly isTimeout?: true };

/** How long a program may take, in milliseconds. */
export const DEFAULT_SCHEMA_TIMEOUT = 5000;

/** Runs an executable with `--schema`. */
export async function readSchemaOutput(path: string, options: DescribeOptions): Promise<SchemaReply> {
  const { timeout = DEFAULT_SCHEMA_TIMEOUT, signal } = options;
  const command = confine({ path, args: ["--schema"] }, options, process.cwd());
  if (command instanceof ConfinementError) return { refusal: command.message };
  const result = await runProcess(command.path, command.args, {
    env: toolEnvironment(options.environment),
    timeout,
    signal,
    limit: MAX_BYTES,
    guard: options.guard,
    descriptor3: command.descriptor3,
  });
  const failure = sandboxFailure(result, options) ?? failureOf(path, result, timeout);
  if (failure !== undefined) return { refusal: failure, ...(result.stopped === "timeout" ? { isTimeout: true } : {}) };
  const { head } = result.stdout;
  if (!isUtf8(head)) return { refusal: "--schema printed bytes that are not UTF-8" };
  return { text: Buffer.from(head).toString("utf8") };
}

const MAX_BYTES = 1_048_576;

const EXPECTED = "it should print the definition and exit";

function failureOf(path: string, result: ProcessResult, timeout: number): string | undefined {
  const { stdout, stderr, exitCode, signal, stopped, spawnError, denied } = result;
  if (denied !== undefined) return denied;
  if (spawnError !== undefined) return `cannot be run: ${startFailureReason(path, spawnError)}`;
  if (stopped === "flood" || stdout.omitted > 0) return `--schema printed more than ${MAX_BYTES} bytes; ${EXPECTED}`;
  if (stopped === "timeout") return `--schema took longer than ${timeout} ms; ${EXPECTED}`;
  if (stopped === "cancelled") return "the search was cancelled";
  const message = lastLine(stderr);
  if (signal !== undefined) return `--schema was killed by ${signal}${message}`;
  return exitCode === 0 ? undefined : `--schema ended with exit code ${exitCode}${message}`;
}

function lastLine(stderr: string): string {
  const line = stderr.trimEnd().split("\n").at(-1)?.slice(-200).trim() ?? "";
  return line === "" ? "" : `: ${line}`;
}
