import { MissingFeature } from "../../features.ts";
import type { ProfileName } from "../../model/profile.ts";
import type { Report } from "../../report.ts";
import type { LowerFunction, LoweringTarget } from "./lower-function.ts";
import { native } from "./native.ts";
import { passthrough } from "./passthrough.ts";

/** How a profile lowers the functions for a target. */
export function profileFor(name: ProfileName, { ledger }: Report): (target: LoweringTarget) => LowerFunction {
  if (name === "native") return native;
  if (name === "passthrough") return passthrough;
  const others = ledger.features.schemaSubsets?.profiles;
  if (others === undefined) throw new MissingFeature("schemaSubsets", `the profile ${name}`);
  // The features cannot name the report without a cycle of imports.
  return others[name] as (target: LoweringTarget) => LowerFunction;
}
