import type { ProfileName } from "@toolglot/core";

/** A one-line description of each profile. */
export const profileTitles: Readonly<Record<ProfileName, string>> = {
  native: "everything that the provider accepts; the rest is rewritten, described or dropped (the default)",
  strict: "the strict mode of the target: optional becomes nullable, every object is closed",
  "strict-literal": "strict mode in the form of ikigai: every property required, types unchanged",
  lenient: "no strict mode, fewer required properties, only supported formats (CLASP)",
  conservative: "for limited servers: removes what tooladapter's support matrix does not list",
  portable: "the small subset that every provider accepts; the rest is rejected (ikigai)",
  passthrough: "schemas unchanged (the default from a dialect to itself)",
};

/** The names of all profiles. */
export const profileNames: readonly string[] = Object.keys(profileTitles);
