import { type Change, ConversionError, type Loss } from "@toolglot/core";
import { ALL_DIALECTS } from "../conversations/dialects.ts";
import { convertTools } from "./dynamic.ts";
import type { Json, JsonObject } from "./json.ts";
import { nameIn } from "./tool-layouts.ts";

/** A dialect as a target, perhaps in a variant of its own. */
export interface Target {
  readonly id: string;
  readonly dialect: string;
  readonly variant?: string;
}

/** One target under one profile. */
export interface Case {
  readonly target: Target;
  readonly profile: string;
}

/** One tool, converted. */
export interface Converted {
  readonly type: "converted";
  readonly value: Json[];
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
  lift(args: Json): Json;
  lower(args: Json): Json;
}

/** A tool that the engine would not convert, and why. */
export interface Refused {
  readonly type: "refused";
  readonly code: string;
  readonly reason: string;
}

export const TARGETS: readonly Target[] = [
  ...ALL_DIALECTS.map((dialect) => ({ id: dialect, dialect })),
  { id: "gemini:parameters", dialect: "gemini", variant: "parameters" },
];

export const PROFILES: readonly string[] = [
  "native",
  "strict",
  "strict-literal",
  "lenient",
  "conservative",
  "portable",
  "passthrough",
];

/** Converts a single MCP tool; anything but a `ConversionError` is thrown on. */
export function convert(tool: JsonObject, { target, profile }: Case): Converted | Refused {
  try {
    return converted(tool, target, profile);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return { type: "refused", code: error.code, reason: reasonOf(error) };
  }
}

/** The cause alone, without the adapter's name before it. */
function reasonOf(error: ConversionError): string {
  return error.message.replace(/^\S+ adapter \w+: /, "");
}

function converted(tool: JsonObject, target: Target, profile: string): Converted {
  const variant = target.variant === undefined ? {} : { variant: target.variant };
  const result = convertTools([tool], { from: "mcp", to: target.dialect, profile, ...variant });
  const value = result.value as Json[];
  const sent = nameIn(value, target.dialect);
  return {
    type: "converted",
    value,
    losses: result.losses,
    changes: result.changes,
    lift: (args) => result.lift(sent, args) as Json,
    lower: (args) => result.lower(String(tool.name), args) as Json,
  };
}
