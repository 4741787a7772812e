import { dialectNames, findDialect } from "./dialects/index.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError, type Direction } from "./model/error.ts";
import type { ProfileName } from "./model/profile.ts";
import { isProfileName, profiles } from "./schema/profiles/index.ts";
import { nearest } from "./suggest.ts";

/** The dialect with a name; otherwise an error that suggests the nearest name. */
export function dialectNamed(name: string, direction: Direction): Dialect {
  return findDialect(name) ?? unknown("dialect", name, dialectNames(), { adapter: String(name), direction });
}

/** The profile with a name. */
export function profileNamed(name: string, adapter: string): ProfileName {
  return isProfileName(name)
    ? name
    : unknown("profile", name, Object.keys(profiles), { adapter, direction: "from_canonical" });
}

/** The variant of a dialect with a name. */
export function variantNamed(name: string | undefined, dialect: Dialect, adapter: string): string | undefined {
  const variants = Object.keys(dialect.profile.variants ?? {});
  if (name === undefined || variants.includes(name)) return name;
  return unknown("variant", name, variants, { adapter, direction: "from_canonical" });
}

function unknown(
  what: "dialect" | "profile" | "variant",
  name: string,
  known: readonly string[],
  where: { adapter: string; direction: Direction },
): never {
  const hint = nearest(String(name), known);
  const cause = `unknown ${what} ${JSON.stringify(name)}${hint === undefined ? "" : `; did you mean ${hint}?`}`;
  throw new ConversionError({ ...where, path: "", code: `unknown-${what}`, cause });
}
