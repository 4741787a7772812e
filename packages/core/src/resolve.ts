import type { DialectLike } from "./dialects/names.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError, type Direction } from "./model/error.ts";
import { nearest } from "./suggest.ts";

/** Where dialects are looked up by name: only callers that name dialects need all of them in their bundle. */
export interface DialectRegistry {
  find(name: string): Dialect | undefined;
  names(): readonly string[];
  /** All dialects, which canonical tools may come from. */
  all(): readonly Dialect[];
}

/** The dialect that a caller gives by name or as a value, or an error that suggests the nearest name. */
export function resolveDialect(given: DialectLike, direction: Direction, registry: DialectRegistry): Dialect {
  if (typeof given === "object") return given as Dialect;
  return registry.find(given) ?? failUnknown("dialect", given, { known: registry.names(), adapter: given, direction });
}

/** What a caller calls a dialect. */
export function nameOf(given: DialectLike): string {
  return typeof given === "object" ? given.id : given;
}

/** Throws an error for a name that there is not; it suggests the nearest that there is. */
export function failUnknown(
  what: "dialect" | "profile" | "variant",
  name: string,
  { known, adapter, direction }: { known: readonly string[]; adapter: string; direction: Direction },
): never {
  const hint = nearest(String(name), known);
  const cause = `unknown ${what} ${JSON.stringify(name)}${hint === undefined ? "" : `; did you mean ${hint}?`}`;
  throw new ConversionError({ adapter: String(adapter), direction, path: "", code: `unknown-${what}`, cause });
}
