import type { Json } from "./json.ts";

/** Something that a provider would refuse, or ignore, in tools as they are. */
export interface Problem {
  /** JSON Pointer into the tools as the caller gave them. */
  readonly path: string;
  /** A stable word for the rule that is broken. */
  readonly rule: string;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/** Reads tools in a provider's own wire form against that provider's published rules. */
export type Accept = (tools: readonly Json[]) => Problem[];
