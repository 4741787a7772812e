import type { DialectLike } from "./dialects/names.ts";
import type { FastFunctions } from "./fast/functions.ts";
import type { FastOption } from "./fast/switches.ts";
import type { Features } from "./features.ts";
import type { Dialect } from "./model/dialect.ts";
import { ConversionError, type Direction } from "./model/error.ts";

/**
 * What an entry point of the package brings. Only callers that name dialects need all of them in their bundle, and a small
 * bundle does without fast paths.
 */
export interface EntryPoint {
  /** The dialect of a name. */
  find(name: string): Dialect | undefined;
  /** The name that was probably meant. */
  nearest(name: string): string | undefined;
  /** All dialects, which canonical tools may come from. */
  all(): readonly Dialect[];
  /** The fast paths that an option leaves on. */
  fastFunctions(option: FastOption | undefined): FastFunctions;
  /** The features that the program has. */
  readonly features: Features;
  /** What a program hands in, as JSON would have it: small bundles take JSON alone. */
  asJson<T>(value: T): T;
}

/** The dialect that a caller gives by name or as a value, or an error that suggests the nearest name. */
export function resolveDialect(given: DialectLike, direction: Direction, entry: EntryPoint): Dialect {
  if (typeof given === "object") return given as Dialect;
  return (
    entry.find(given) ??
    failUnknown("dialect", given, { nearest: entry.nearest(String(given)), adapter: given, direction })
  );
}

/** What a caller calls a dialect. */
export function nameOf(given: DialectLike): string {
  return typeof given === "object" ? given.id : given;
}

/** Throws an error for a name that there is not; it suggests the nearest that there is. */
export function failUnknown(
  what: "dialect" | "profile" | "variant",
  name: string,
  { nearest, adapter, direction }: { nearest: string | undefined; adapter: string; direction: Direction },
): never {
  const cause = `unknown ${what} ${JSON.stringify(name)}${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
  throw new ConversionError({ adapter: String(adapter), direction, path: "", code: `unknown-${what}`, cause });
}
