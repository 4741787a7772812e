import type { ProfileName } from "../../model/profile.ts";

const NAMES: Readonly<Record<ProfileName, true>> = {
  native: true,
  strict: true,
  "strict-literal": true,
  lenient: true,
  conservative: true,
  portable: true,
  passthrough: true,
};

/** The names of all profiles. */
export const profileNames: readonly ProfileName[] = Object.keys(NAMES) as ProfileName[];

/**
 * Whether a string is the name of a profile.
 *
 * @example
 * isProfileName("strict"); // true
 */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(NAMES, name);
}
