import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { Eventually } from "../../model/steps.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { Lowered } from "../lens.ts";

/** A function's schema as a profile lowers it. */
export interface LoweredFunction {
  readonly lowered: Lowered;
  /** The target's `strict`; left out if undefined. */
  readonly strict?: boolean | undefined;
  /** The target's variant that the schema is written for. */
  readonly variant?: string | undefined;
}

/** Lowers the schema of one function for a target. Created once per request, because it counts the request's limits. */
export type LowerFunction = (tool: FunctionFields, report: Report) => Eventually<LoweredFunction>;

/** The dialect that schemas are lowered for, and its variant. */
export interface LoweringTarget {
  readonly profile: DialectProfile;
  readonly variant: string | undefined;
}

/** The schema profile of a target without its strict mode. */
export function nativeSchema({ profile, variant }: LoweringTarget): SchemaProfile {
  return (variant === undefined ? undefined : profile.variants?.[variant]) ?? profile.native;
}
