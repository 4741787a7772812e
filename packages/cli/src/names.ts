import {
  type Dialect,
  type DialectName,
  dialectNames,
  dialects,
  findDialect,
  isDialect,
  isProfileName,
  type ProfileName,
} from "@toolglot/core";
import type { Arguments } from "./args.ts";
import type { InputKind } from "./convert/input-kind.ts";
import { UsageError, unknownValue } from "./failure.ts";
import { profileNames } from "./profiles.ts";

/** The dialect with this name or alias. */
export function dialectNamed(word: string): Dialect {
  const dialect = findDialect(word);
  if (dialect === undefined) throw unknownValue("dialect", word, dialectNames());
  return dialect;
}

/** The word, if it names a dialect. */
export function checkDialect(word: string): DialectName {
  if (!isDialect(word)) throw unknownValue("dialect", word, dialectNames());
  return word;
}

/** The dialects that an option names, each time that it is given, several of them with commas. */
export function targetDialects(args: Arguments, option: string): readonly DialectName[] {
  const words = args.all(option).flatMap((list) => list.split(","));
  if (words.length === 0) throw missingDialect(option);
  return words.map(checkDialect);
}

/** The one dialect that an option names; the last one if it is given several times. */
export function targetDialect(args: Arguments, option: string): DialectName {
  const word = args.get(option);
  if (word === undefined) throw missingDialect(option);
  return checkDialect(word);
}

function missingDialect(option: string): UsageError {
  const known = dialects.map(({ id }) => id).join(", ");
  return new UsageError(`--${option} is missing: --${option} DIALECT, one of ${known}`);
}

/** Rejects a dialect that lacks what is to be translated, before any input is read. */
export function checkSupports(dialect: Dialect, what: InputKind): void {
  if (supports(dialect, what)) return;
  const others = dialects.filter((each) => supports(each, what)).map(({ id }) => id);
  throw new UsageError(`${dialect.id} has no ${PLURALS[what] ?? what}; dialects that do: ${others.join(", ")}`);
}

/** Whether a dialect has this kind of input. */
export function supports(dialect: Dialect, what: InputKind): boolean {
  return dialect[what] !== undefined && (!MESSAGE_KINDS.has(what) || dialect.profile.conversation.messages);
}

const PLURALS: Readonly<Partial<Record<InputKind, string>>> = {
  choice: "choices",
  request: "requests",
  response: "responses",
  stream: "streams",
};

const MESSAGE_KINDS: ReadonlySet<InputKind> = new Set(["request", "response", "stream"]);

/** The word, if it names a profile; an unknown one is rejected before any input is read. */
export function checkProfile(word: string | undefined): ProfileName | undefined {
  if (word !== undefined && !isProfileName(word)) throw unknownValue("profile", word, profileNames);
  return word;
}

/** Rejects an unknown variant, before any input is read. */
export function checkVariant(word: string | undefined, dialect: Dialect): void {
  const variants = Object.keys(dialect.profile.variants ?? {});
  if (word === undefined || variants.includes(word)) return;
  if (variants.length === 0) throw new UsageError(`${dialect.id} has no variants`);
  throw unknownValue(`variant of ${dialect.id}`, word, variants);
}
