import type { DialectProfile, SchemaProfile } from "../../model/profile.ts";
import type { FunctionFields } from "../../model/tool.ts";
import type { Report } from "../../report.ts";
import type { Lowered } from "../lens.ts";

/** What a profile decides for one function. */
export interface Decision {
  readonly lowered: Lowered;
  /** What the target's `strict` says; left out where it is undefined. */
  readonly strict?: boolean | undefined;
  /** Which of the target's variants the schema is written for. */
  readonly variant?: string | undefined;
}

/** Decides how a function's schema goes to a target. A plan is made for one request, whose limits it keeps count of. */
export type Plan = (tool: FunctionFields, report: Report) => Decision;

/** What a plan is made for. */
export interface PlanTarget {
  readonly profile: DialectProfile;
  readonly variant: string | undefined;
}

/** The schema that a target speaks without its strict mode. */
export function nativeSchema({ profile, variant }: PlanTarget): SchemaProfile {
  return (variant === undefined ? undefined : profile.variants?.[variant]) ?? profile.native;
}
