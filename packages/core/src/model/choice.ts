import type { Json } from "./json.ts";
import type { Provenance } from "./node.ts";
import type { HostedKind } from "./tool.ts";

/** A tool that a choice names. */
export interface ToolReference extends Provenance {
  readonly kind: "function" | "custom" | "hosted";
  readonly name: string;
  readonly namespace?: string;
  /** A hosted tool in its vendor's words. */
  readonly wire?: Json;
  /** What a hosted tool does, where several vendors have it. */
  readonly hosted?: HostedKind;
}

/** Whether the model may, must or must not call tools, and which. */
export interface Choice extends Provenance {
  readonly mode: "auto" | "none" | "required";
  /** The one tool that must be called; `mode` is `required` then. */
  readonly tool?: ToolReference;
  /** The tools that may be called, where they are fewer than those defined. */
  readonly allowed?: readonly ToolReference[];
  /** Nothing but `parallel` is said; the mode goes without saying. */
  readonly implied?: true;
  /** Whether several calls may come in one turn. */
  readonly parallel?: boolean;
  /** Calls keep to their schemas, although they need not be made. */
  readonly validated?: boolean;
}
