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

/** A program that takes JSON on its standard input and prints JSON. */
export interface Executable {
  /** A file: nothing is looked for on the PATH. */
  readonly path: string;
  readonly hints: ToolHints;
}

/** How a program is run, and what it gets beside its arguments. */
export interface ExecutableOptions extends RunOptions, Confinement {
  /** How many bytes of the output are kept: 1 MiB unless told. */
  readonly outputLimit?: number;
  /** Variables for this tool, beside the few that all tools get. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** How many run at once: 16 in this process unless told. */
  readonly semaphore?: Semaphore;
  /** Asked right before the start; a reason keeps the program from being run. */
  readonly guard?: Guard | undefined;
}

/**
 * Runs a tool that is a program. What the model says goes to its standard input only, never into arguments or environment.
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
