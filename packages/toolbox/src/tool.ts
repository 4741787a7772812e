import type { Json, JsonObject, JsonSchema } from "@toolglot/core";

/** A tool that can be run, wherever it comes from. */
export interface RunnableTool {
  /** The name that models call it by; unique in its registry. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The schema as its owner wrote it: arguments are held to this one, whatever a provider was shown. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly hints: ToolHints;
  readonly origin: ToolOrigin;
  run(input: JsonObject, options: RunOptions): Promise<ToolOutcome>;
}

/** What a tool says of itself. Hints, and no proof: https://modelcontextprotocol.io/specification (annotations). */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** How long it may take, in milliseconds. */
  readonly timeout?: number;
}

/** Where a tool comes from. */
export type ToolOrigin =
  | { readonly type: "executable"; readonly path: string; readonly directory: string }
  | { readonly type: "mcp"; readonly server: string; readonly remoteName: string }
  | { readonly type: "function" };

export interface RunOptions {
  /** Ends the run at any moment. */
  readonly signal?: AbortSignal;
  /** In milliseconds; the tool's own hint, or 30 s, unless told. */
  readonly timeout?: number;
  /** Told of what a long run says of its progress. */
  readonly onProgress?: (message: string) => void;
}

/** Why a run came to nothing. */
export type ErrorCode =
  | "NOT_FOUND"
  | "INVALID_ARGUMENTS"
  | "TIMEOUT"
  | "CRASHED"
  | "INVALID_OUTPUT"
  | "NON_ZERO_EXIT"
  | "CANCELLED"
  | "DENIED"
  | "FAILED";

/** What came of a run. */
export type ToolOutcome = (
  | { readonly success: true; readonly result: Json; readonly content?: readonly JsonObject[] }
  | {
      readonly success: false;
      readonly error: string;
      readonly code: ErrorCode;
      readonly content?: readonly JsonObject[];
    }
) &
  RunDetails;

/** What is known beside the result; the model is not told. */
export interface RunDetails {
  readonly durationMs: number;
  readonly exitCode?: number;
  readonly signal?: string;
  /** The end of what it said on standard error. */
  readonly stderr?: string;
  /** The output was longer than it may be, and is not all there. */
  readonly truncated?: boolean;
}
