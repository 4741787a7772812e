import { type Dialect, dialectNames, findDialect } from "@toolglot/core";
import { UsageError, unknownWord } from "./failure.ts";
import { profileNames } from "./profiles.ts";

/** The dialect that a user named. */
export function dialectNamed(word: string): Dialect {
  const dialect = findDialect(word);
  if (dialect === undefined) throw unknownWord("dialect", word, dialectNames());
  return dialect;
}

/** Refuses what is no profile, before any input is read. */
export function checkProfile(word: string | undefined): void {
  if (word !== undefined && !profileNames.includes(word)) throw unknownWord("profile", word, profileNames);
}

/** Refuses what is no variant of the dialect, before any input is read. */
export function checkVariant(word: string | undefined, dialect: Dialect): void {
  const variants = Object.keys(dialect.profile.variants ?? {});
  if (word === undefined || variants.includes(word)) return;
  if (variants.length === 0) throw new UsageError(`${dialect.id} has no variants`);
  throw unknownWord(`variant of ${dialect.id}`, word, variants);
}
