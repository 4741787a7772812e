import type { Dialect } from "./model/dialect.ts";
import type { ProfileName } from "./model/profile.ts";
import { failUnknown } from "./resolve.ts";
import { isProfileName, profileNames } from "./schema/profiles/names.ts";
import { nearest } from "./suggest.ts";

/**
 * The profile with a name; an unknown one is a `ConversionError` that suggests the nearest. `adapter` is the dialect that the error names.
 *
 * @example
 * profileNamed("strict", "openai-chat"); // "strict"
 */
export function profileNamed(name: string, adapter: string): ProfileName {
  return isProfileName(name)
    ? name
    : failUnknown("profile", name, {
        nearest: nearest(String(name), profileNames),
        adapter,
        direction: "from_canonical",
      });
}

/** The variant of a dialect that a caller names. */
export function variantNamed(name: string | undefined, dialect: Dialect, adapter: string): string | undefined {
  if (name === undefined) return undefined;
  const known = Object.keys(dialect.profile.variants ?? {});
  if (known.includes(name)) return name;
  return failUnknown("variant", name, { nearest: nearest(String(name), known), adapter, direction: "from_canonical" });
}
