import { stringifyJson } from "@toolglot/core";
import type { ErrorCode, RunDetails, ToolOutcome } from "../tool.ts";
import { excerpt, readOutput } from "./output.ts";
import type { ProcessResult, StopCause } from "./process-types.ts";

/** The outcome of an executable tool, from how its process ended. */
export function processOutcome(result: ProcessResult, timeout: number): ToolOutcome {
  const { spawnError, stopped, signal, exitCode, denied } = result;
  if (denied !== undefined) return failure("DENIED", denied, result);
  if (spawnError !== undefined)
    return failure(startCode(spawnError), `cannot be started: ${spawnError.message}`, result);
  if (stopped !== undefined) return stoppedOutcome(stopped, timeout, result);
  if (signal !== undefined) return failure("CRASHED", `was killed by ${signal}${stderrSuffix(result)}`, result);
  if (exitCode !== 0) return nonZeroExit(result);
  const output = readOutput(result);
  switch (output.type) {
    case "value":
      return { success: true, result: output.value, ...details(result) };
    case "error":
      return failure("FAILED", output.error, result);
    case "invalid":
      return failure("INVALID_OUTPUT", output.problem, result);
  }
}

function stoppedOutcome(stopped: StopCause, timeout: number, result: ProcessResult): ToolOutcome {
  switch (stopped) {
    case "timeout":
      return failure("TIMEOUT", `did not end within ${timeout} ms`, result);
    case "cancelled":
      return failure("CANCELLED", "was cancelled", result);
    case "flood":
      return failure("INVALID_OUTPUT", "wrote far more than the output limit and was stopped", result);
  }
}

/** A non-zero exit code: the reason is what it printed, otherwise its standard error. */
function nonZeroExit(result: ProcessResult): ToolOutcome {
  const output = readOutput(result);
  if (output.type === "error") return failure("NON_ZERO_EXIT", output.error, result);
  const text = output.type === "value" ? stringifyJson(output.value) : output.text;
  const code = `exited with code ${result.exitCode ?? "unknown"}`;
  return failure("NON_ZERO_EXIT", text === "" ? `${code}${stderrSuffix(result)}` : `${code}: ${text}`, result);
}

// The model sees standard error only if there is nothing better.
function stderrSuffix({ stderr }: ProcessResult): string {
  const message = stderr.trim();
  return message === "" ? "" : `: ${excerpt(message, "end")}`;
}

function startCode({ code }: NodeJS.ErrnoException): ErrorCode {
  return code === "ENOENT" || code === "EACCES" || code === "ENOTDIR" ? "NOT_FOUND" : "FAILED";
}

function failure(code: ErrorCode, error: string, result: ProcessResult): ToolOutcome {
  return { success: false, code, error, ...details(result) };
}

function details({ durationMs, exitCode, signal, stderr, stdout }: ProcessResult): RunDetails {
  return {
    durationMs,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
    ...(stderr === "" ? {} : { stderr }),
    ...(stdout.omitted === 0 ? {} : { truncated: true }),
  };
}
