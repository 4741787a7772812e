import type { ProfileName } from "../../model/profile.ts";
import { conservative } from "./conservative.ts";
import { lenient } from "./lenient.ts";
import { native } from "./native.ts";
import { passthrough } from "./passthrough.ts";
import type { Plan, PlanTarget } from "./plan.ts";
import { portable } from "./portable.ts";
import { strict } from "./strict.ts";
import { strictLiteral } from "./strict-literal.ts";

/** How each profile brings a schema to a target. */
export const profiles: Readonly<Record<ProfileName, (target: PlanTarget) => Plan>> = {
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

/** Whether a word names a profile. */
export function isProfileName(word: string): word is ProfileName {
  return Object.hasOwn(profiles, word);
}
