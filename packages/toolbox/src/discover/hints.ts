import { isObject, type Json } from "@toolglot/core";
import type { ToolHints } from "../tool.ts";

/** What stands beside a tool's parameters and tells how to treat it. */
export interface HintFields {
  readonly annotations: Json | undefined;
  /** In milliseconds. */
  readonly timeout: Json | undefined;
}

/** Reads the hints of a tool; one that makes no sense is warned of and not used. */
export function readHints({ annotations, timeout }: HintFields, warnings: string[]): ToolHints {
  const hints: { -readonly [Name in keyof ToolHints]: ToolHints[Name] } = {};
  if (annotations !== undefined && !isObject(annotations)) warnings.push("/annotations: no object, and not used");
  for (const [key, value] of Object.entries(isObject(annotations) ? annotations : {})) {
    const name = HINT_NAMES.get(key);
    if (name !== undefined && typeof value === "boolean") hints[name] = value;
    else if (key !== "title") warnings.push(`/annotations/${key}: no hint that is known, and not used`);
  }
  if (typeof timeout === "number" && timeout > 0) hints.timeout = timeout;
  else if (timeout !== undefined) warnings.push("/timeout: no number of milliseconds above 0, and not used");
  return hints;
}

// https://modelcontextprotocol.io/specification (ToolAnnotations)
const HINT_NAMES: ReadonlyMap<string, "readOnly" | "destructive" | "idempotent" | "openWorld"> = new Map([
  ["readOnlyHint", "readOnly"],
  ["destructiveHint", "destructive"],
  ["idempotentHint", "idempotent"],
  ["openWorldHint", "openWorld"],
] as const);
