import type { Json, JsonObject, JsonSchema } from "@toolglot/core";

/** A tool that can be run, wherever it comes from. */
export interface RunnableTool {
  /** The name that models call; unique in its registry. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The original schema. Arguments are validated against it, whatever schema the provider was sent. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly hints: ToolHints;
  readonly origin: ToolOrigin;
  run(input: JsonObject, options: RunOptions): Promise<ToolOutcome>;
}

/** Hints of a tool about itself, which may be wrong: https://modelcontextprotocol.io/specification (annotations). */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** The tool's own timeout, in milliseconds. */
  readonly timeout?: number;
}

/** Where a tool comes from. */
export type ToolOrigin =
  | { readonly type: "executable"; readonly path: string; readonly directory: string }
  | { readonly type: "mcp"; readonly server: string; readonly remoteName: string }
  | { readonly type: "function" };

/** How a tool is run. */
export interface RunOptions {
  /** Aborts the run. */
  readonly signal?: AbortSignal;
  /** In milliseconds. Default: the tool's own hint, otherwise 30,000. */
  readonly timeout?: number;
  /** Called with the progress messages of a long run. */
  readonly onProgress?: (message: string) => void;
}

/** Why a run failed. */
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

/** The result of a run. */
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

/** Details of a run that the model does not see. */
export interface RunDetails {
  readonly durationMs: number;
  readonly exitCode?: number;
  readonly signal?: string;
  /** The last part of its standard error. */
  readonly stderr?: string;
  /** Whether the output exceeded its limit and is incomplete. */
  readonly truncated?: boolean;
}
