import type { ProfileName } from "@toolglot/core";

/** A one-line description of each profile. */
export const profileTitles: Readonly<Record<ProfileName, string>> = {
  native: "everything that the provider accepts; the rest is rewritten, described or dropped (the default)",
  strict: "the strict mode of the target: optional becomes nullable, every object is closed",
  "strict-literal": "strict mode without changing types: every property is required, the root is closed",
  lenient: "no strict mode, fewer required properties, only supported formats",
  conservative: "for limited servers: only widely supported keywords; the rest is dropped",
  portable: "the small subset that every provider accepts; the rest is rejected",
  passthrough: "schemas unchanged (the default from a dialect to itself)",
};

/** The names of all profiles. */
export const profileNames: readonly string[] = Object.keys(profileTitles);
