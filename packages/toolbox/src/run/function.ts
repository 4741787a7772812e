import { type Json, JsonError, type JsonObject, type JsonSchema, stringifyJson } from "@toolglot/core";
import type { ErrorCode, RunnableTool, RunOptions, ToolHints, ToolOutcome } from "../tool.ts";
import { onAbort } from "./abort.ts";
import {
  type InferOutput,
  isStandardSchema,
  issuesText,
  jsonSchemaOf,
  type StandardSchema,
} from "./standard-schema.ts";

/** A tool that is a JavaScript function, with the type of its arguments. */
export interface FunctionTool<Schema = JsonSchema, Input = JsonObject> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema, or a schema of zod 4, arktype or valibot, which then validates the arguments. */
  readonly inputSchema: Schema;
  readonly outputSchema?: JsonSchema | StandardSchema;
  readonly hints?: ToolHints;
  /** Runs the tool. A thrown error becomes the tool's error. The signal aborts on cancellation and on timeout. */
  call(input: Input, context: FunctionContext): Json | Promise<Json>;
}

/** What a function is called with. */
export type ArgumentsOf<Schema> = Schema extends StandardSchema ? InferOutput<Schema> : JsonObject;

/** What a function gets besides its arguments. */
export interface FunctionContext {
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Makes a tool from a function. With a schema of zod 4, arktype or valibot, the arguments are validated by it, and have its
 * type.
 *
 * @example
 * import { z } from "zod";
 * functionTool({
 *   name: "now",
 *   description: "The time in a time zone",
 *   inputSchema: z.object({ tz: z.string() }),
 *   call: ({ tz }) => new Date().toLocaleString("en", { timeZone: tz }),
 * });
 */
export function functionTool<Schema extends JsonSchema | StandardSchema>(
  tool: FunctionTool<Schema, ArgumentsOf<Schema>>,
): RunnableTool {
  const { call, inputSchema, outputSchema, hints = {}, ...definition } = tool;
  const checkedCall = isStandardSchema(inputSchema) ? validated(inputSchema, call as Call) : (call as Call);
  const run = (input: JsonObject, options: RunOptions) =>
    runFunction(checkedCall, input, { timeout: hints.timeout, ...options });
  return {
    ...definition,
    inputSchema: described(inputSchema, "input"),
    ...(outputSchema === undefined ? {} : { outputSchema: described(outputSchema, "output") }),
    hints,
    origin: { type: "function" },
    run,
  };
}

function described(schema: JsonSchema | StandardSchema, side: "input" | "output"): JsonSchema {
  return isStandardSchema(schema) ? jsonSchemaOf(schema, side) : schema;
}

// The function gets what the schema returns, with its defaults and transforms.
function validated(schema: StandardSchema, call: Call): Call {
  return async (input, context) => {
    const result = await schema["~standard"].validate(input);
    if (result.issues !== undefined) throw new ArgumentsError(issuesText(result.issues));
    return call(result.value as JsonObject, context);
  };
}

/** The arguments do not match the schema. */
class ArgumentsError extends Error {}

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
    if (error instanceof ArgumentsError) return { code: "INVALID_ARGUMENTS", error: error.message };
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
