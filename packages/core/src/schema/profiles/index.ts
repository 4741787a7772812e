import type { ProfileName } from "../../model/profile.ts";
import { conservative } from "./conservative.ts";
import { lenient } from "./lenient.ts";
import type { LowerFunction, LoweringTarget } from "./lower-function.ts";
import { native } from "./native.ts";
import { passthrough } from "./passthrough.ts";
import { portable } from "./portable.ts";
import { strict } from "./strict.ts";
import { strictLiteral } from "./strict-literal.ts";

/** How each profile lowers a schema for a target. */
export const profiles: Readonly<Record<ProfileName, (target: LoweringTarget) => LowerFunction>> = {
  native,
  strict,
  "strict-literal": strictLiteral,
  lenient,
  conservative,
  portable,
  passthrough,
};

/** The names of all profiles. */
export const profileNames: readonly ProfileName[] = Object.keys(profiles) as ProfileName[];

/**
 * Whether a string is the name of a profile.
 *
 * @example
 * isProfileName("strict"); // true
 */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
