import { isObject, type Json } from "@toolglot/core";
import type { ToolHints } from "../tool.ts";

/** The fields of a definition that hold hints. */
export interface HintFields {
  readonly annotations: Json | undefined;
  /** In milliseconds. */
  readonly timeout: Json | undefined;
}

/** Reads the hints of a tool. Invalid hints are ignored with a warning. */
export function readHints({ annotations, timeout }: HintFields, warnings: string[]): ToolHints {
  const hints: { -readonly [Name in keyof ToolHints]: ToolHints[Name] } = {};
  if (annotations !== undefined && !isObject(annotations)) warnings.push("/annotations: not an object, ignored");
  for (const [key, value] of Object.entries(isObject(annotations) ? annotations : {})) {
    const name = HINT_NAMES.get(key);
    if (name !== undefined && typeof value === "boolean") hints[name] = value;
    else if (key !== "title") warnings.push(`/annotations/${key}: unknown hint, ignored`);
  }
  if (typeof timeout === "number" && timeout > 0) hints.timeout = timeout;
  else if (timeout !== undefined) warnings.push("/timeout: not a positive number of milliseconds, ignored");
  if (hints.timeout !== undefined && hints.timeout < SHORTEST)
    warnings.push(`/timeout: ${hints.timeout} milliseconds; write ${hints.timeout * 1000} if seconds are meant`);
  return hints;
}

/** Hardly a program starts in less: most likely, seconds are meant. */
const SHORTEST = 100;

// https://modelcontextprotocol.io/specification (ToolAnnotations)
const HINT_NAMES: ReadonlyMap<string, "readOnly" | "destructive" | "idempotent" | "openWorld"> = new Map([
  ["readOnlyHint", "readOnly"],
  ["destructiveHint", "destructive"],
  ["idempotentHint", "idempotent"],
  ["openWorldHint", "openWorld"],
] as const);
