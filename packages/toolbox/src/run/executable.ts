import { resolve } from "node:path";
import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { RunOptions, ToolHints, ToolOutcome } from "../tool.ts";
import type { Guard } from "../trust/policy.ts";
import { toolEnvironment } from "./environment.ts";
import { processOutcome } from "./outcome.ts";
import { runProcess } from "./process.ts";
import { progressLines } from "./progress.ts";
import { type Confinement, ConfinementError, confine, sandboxFailure } from "./sandbox.ts";
import { Semaphore } from "./semaphore.ts";

/** A program that reads JSON from standard input and prints JSON. */
export interface Executable {
  /** The path of the file; PATH is not searched. */
  readonly path: string;
  readonly hints: ToolHints;
}

/** How a program is run. */
export interface ExecutableOptions extends RunOptions, Confinement {
  /** How many bytes of the output are kept. Default: 1 MiB. */
  readonly outputLimit?: number;
  /** Environment variables in addition to the few that all tools inherit. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Limits how many programs run at once. Default: 16 in this process. */
  readonly semaphore?: Semaphore;
  /** Called right before the start; a returned reason prevents the start. */
  readonly guard?: Guard | undefined;
}

/**
 * Runs an executable tool. Arguments of the model go to its standard input only, never into command line or
 * environment.
 *
 * @example
 * await runExecutable({ path: "examples/tools/now", hints: {} }, {}); // { success: true, result: { utc: "…", … }, … }
 */
export async function runExecutable(
  tool: Executable,
  input: JsonObject,
  options: ExecutableOptions = {},
): Promise<ToolOutcome> {
  const timeout = options.timeout ?? tool.hints.timeout ?? DEFAULT_TIMEOUT;
  const command = confine({ path: resolve(tool.path), args: [] }, options, options.cwd ?? process.cwd());
  if (command instanceof ConfinementError)
    return { success: false, code: "FAILED", error: command.message, durationMs: 0 };
  const result = await runProcess(command.path, command.args, {
    stdin: stringifyJson(input),
    timeout,
    limit: options.outputLimit,
    signal: options.signal,
    env: toolEnvironment(options.environment),
    cwd: options.cwd,
    onStderr: options.onProgress && progressLines(options.onProgress),
    semaphore: options.semaphore ?? DEFAULT_SEMAPHORE,
    guard: options.guard,
    descriptor3: command.descriptor3,
  });
  const failure = sandboxFailure(result, options);
  if (failure !== undefined) return { success: false, code: "FAILED", error: failure, durationMs: result.durationMs };
  return processOutcome(result, timeout);
}

const DEFAULT_TIMEOUT = 30_000;
const DEFAULT_SEMAPHORE = new Semaphore(16);
