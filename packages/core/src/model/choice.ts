import type { Provenance } from "./node.ts";
import type { HostedFields, HostedKind } from "./tool.ts";

/** A tool that a choice names. */
export interface ToolReference extends Provenance {
  readonly kind: "function" | "custom" | "hosted";
  readonly name: string;
  readonly namespace?: string;
  /** A hosted tool of this type and with these settings is meant. */
  readonly hostedTool?: HostedFields | undefined;
  /** The kind of a hosted tool, where several vendors have it. */
  readonly hosted?: HostedKind;
}

/** Whether the model may, must or must not call tools, and which. */
export interface Choice extends Provenance {
  readonly mode: "auto" | "none" | "required";
  /** The one tool that must be called; `mode` is `required` then. */
  readonly tool?: ToolReference;
  /** The tools that may be called, where not all of them may. */
  readonly allowed?: readonly ToolReference[];
  /** Only `parallel` is set; the mode is the default. */
  readonly implied?: true;
  /** Whether the model may make several calls in one turn. */
  readonly parallel?: boolean;
  /** Calls are constrained to their schemas, although none is required. */
  readonly validated?: boolean;
}
