import type { ProfileName } from "@toolglot/core";

/** Every profile in one line, for people. */
export const profileTitles: Readonly<Record<ProfileName, string>> = {
  native: "all that the provider takes today; the rest rewritten, described or dropped (the default)",
  strict: "the strict mode of the target: optional becomes nullable, every object is closed",
  "strict-literal": "strict mode as ikigai writes it: every property required, types untouched",
  lenient: "no strict mode, fewer required properties, only the formats that are understood (CLASP)",
  conservative: "for servers that know little: what tooladapter's matrix lacks is removed",
  portable: "the small subset that every provider takes; the rest is refused (ikigai)",
  passthrough: "schemas untouched (the default from a dialect to itself)",
};

/** The names of all profiles. */
export const profileNames: readonly string[] = Object.keys(profileTitles);
