import { type Json, JsonError, type JsonObject, type JsonSchema, stringifyJson } from "@toolglot/core";
import type { ErrorCode, RunnableTool, RunOptions, ToolHints, ToolOutcome } from "../tool.ts";
import { onAbort } from "./abort.ts";

/** A tool that is a JavaScript function. */
export interface FunctionTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly hints?: ToolHints;
  /** Runs the tool. A thrown error becomes the tool's error. The signal aborts on cancellation and on timeout. */
  call(input: JsonObject, context: FunctionContext): Json | Promise<Json>;
}

/** What a function gets besides its arguments. */
export interface FunctionContext {
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Makes a tool from a function.
 *
 * @example
 * functionTool({ name: "now", description: "The time", inputSchema: { type: "object" }, call: () => new Date().toISOString() });
 */
export function functionTool({ call, hints = {}, ...definition }: FunctionTool): RunnableTool {
  const run = (input: JsonObject, options: RunOptions) =>
    runFunction(call, input, { timeout: hints.timeout, ...options });
  return { ...definition, hints, origin: { type: "function" }, run };
}

type Call = FunctionTool["call"];
type Options = Omit<RunOptions, "timeout"> & { readonly timeout?: number | undefined };
type CallResult = { readonly result: Json } | { readonly code: ErrorCode; readonly error: string };

const DEFAULT_TIMEOUT = 30_000;
const CANCELLED: CallResult = { code: "CANCELLED", error: "was cancelled" };

async function runFunction(call: Call, input: JsonObject, options: Options): Promise<ToolOutcome> {
  const started = performance.now();
  const ending = options.signal?.aborted ? CANCELLED : await race(call, input, options);
  const durationMs = Math.round(performance.now() - started);
  return "code" in ending ? { success: false, ...ending, durationMs } : { success: true, ...ending, durationMs };
}

/** A function cannot be stopped from outside: its signal aborts, and it is no longer waited for. */
function race(call: Call, input: JsonObject, options: Options): Promise<CallResult> {
  const { signal, timeout = DEFAULT_TIMEOUT, onProgress = () => {} } = options;
  const controller = new AbortController();
  return new Promise((resolve) => {
    const settle = (ending: CallResult) => {
      clearTimeout(timer);
      release();
      resolve(ending);
    };
    const stop = (ending: CallResult) => {
      settle(ending);
      controller.abort();
    };
    const late = () => stop({ code: "TIMEOUT", error: `did not end within ${timeout} ms` });
    const timer = setTimeout(late, Math.min(timeout, MAX_TIMER));
    const release = onAbort(signal, () => stop(CANCELLED));
    void attempt(call, input, { signal: controller.signal, onProgress }).then(settle);
  });
}

const MAX_TIMER = 2_147_483_647;

async function attempt(call: Call, input: JsonObject, context: FunctionContext): Promise<CallResult> {
  try {
    return checkJson(await call(input, context));
  } catch (error) {
    return { code: "FAILED", error: error instanceof Error ? error.message : String(error) };
  }
}

/** A function may return values that JSON cannot represent, whatever its types say. */
function checkJson(result: Json): CallResult {
  try {
    stringifyJson(result);
    return { result };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { code: "INVALID_OUTPUT", error: `returned a value that is not JSON: ${error.message}` };
  }
}
