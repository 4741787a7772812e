import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { ErrorCode, ToolOutcome } from "../tool.ts";
import type { ChildTransport } from "./child-transport.ts";
import { ServerLimitError } from "./server-limits.ts";

/** The server of a tool has exited. */
export class ServerExitedError extends Error {
  override readonly name: string = "ServerEnded";
}

/** The outcome of a call that threw. */
export function failedOutcome(
  error: unknown,
  {
    signal,
    timeout,
    durationMs,
  }: { readonly signal?: AbortSignal; readonly timeout: number; readonly durationMs: number },
): ToolOutcome {
  if (signal?.aborted === true)
    return { success: false, code: "CANCELLED", error: "the call was cancelled", durationMs };
  const code = codeOf(error);
  if (error instanceof ServerLimitError)
    return { success: false, code, error: `mcp server ${error.server}: ${error.message}`, durationMs };
  const message = code === "TIMEOUT" ? `the tool did not answer within ${timeout} ms` : messageOf(error);
  return { success: false, code, error: message, durationMs };
}

/** Why a server failed, with the last lines of its standard error. */
export function describeError(error: unknown, process?: ChildTransport): string {
  const message = process?.stderr.trim() ?? "";
  return `${reasonOf(error, process)}${message === "" ? "" : `; its standard error: ${message}`}`;
}

/** Whether an error is a timeout of the SDK. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function reasonOf(error: unknown, process?: ChildTransport): string {
  return process?.exitedUnexpectedly === true ? `it ended with ${process.exitStatus}` : messageOf(error);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof ServerExitedError) return "CRASHED";
  if (error instanceof ServerLimitError) return error.limit === "bytes" ? "INVALID_OUTPUT" : "TIMEOUT";
  if (error instanceof SdkError) return SDK_CODES[error.code] ?? "FAILED";
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams
    ? "INVALID_ARGUMENTS"
    : "FAILED";
}

const SDK_CODES: Readonly<Partial<Record<SdkErrorCode, ErrorCode>>> = {
  [SdkErrorCode.RequestTimeout]: "TIMEOUT",
  [SdkErrorCode.ConnectionClosed]: "CRASHED",
  [SdkErrorCode.NotConnected]: "CRASHED",
  [SdkErrorCode.InvalidResult]: "INVALID_OUTPUT",
  [SdkErrorCode.UnsupportedResultType]: "INVALID_OUTPUT",
};

// `fetch failed` says nothing; its root cause does.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = rootCause(error);
  const detail = cause.message || String((cause as NodeJS.ErrnoException).code ?? cause.name);
  return error.message === "" || error.message.includes(detail)
    ? error.message || detail
    : `${error.message}: ${detail}`;
}

function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
