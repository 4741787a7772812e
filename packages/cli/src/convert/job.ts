import type { Dialect, DialectName } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { UsageError, unknownValue } from "../failure.ts";
import {
  checkDialect,
  checkProfile,
  checkSupports,
  checkVariant,
  dialectNamed,
  supports,
  targetDialect,
} from "../names.ts";
import type { Converter, TranslateOptions } from "./converter.ts";
import { converters } from "./converters.ts";
import { INPUT_KINDS, type InputKind } from "./input-kind.ts";

/** The checked arguments of `toolglot convert`. */
export interface Job {
  readonly file: string | undefined;
  /** What the input is; `undefined` if that is to be detected. */
  readonly what: InputKind | undefined;
  /** What the input may be, as far as the arguments tell. */
  readonly kinds: readonly InputKind[];
  /** `from` is detected from the input if the user does not give it. */
  readonly options: Omit<TranslateOptions, "from"> & { readonly from?: DialectName };
  /** Where the JSON report goes: a file, or `-` for standard error. */
  readonly report: string | undefined;
  readonly failOnLoss: boolean;
  /** Whether the report goes to standard output too. */
  readonly isJson: boolean;
  readonly isCompact: boolean;
  /** Throws what is wrong with the arguments where the input is a stream. */
  checkStream(): void;
}

/** Reads the job from the arguments, and rejects invalid combinations before any input is read. */
export function readJob(args: Arguments): Job {
  const named = args.get("what");
  const what = named === undefined ? undefined : kindNamed(named);
  if (what !== undefined) checkOptions(args, what);
  return {
    file: args.positionals[0],
    what,
    kinds: what === undefined ? possibleKinds(args) : [what],
    options: readOptions(args, what),
    report: args.get("report"),
    failOnLoss: args.has("fail-on-loss"),
    isJson: args.has("json"),
    isCompact: args.has("compact"),
    checkStream() {
      if (what !== undefined) throw new UsageError("the input is a stream; use --what stream, or leave out --what");
      for (const dialect of namedDialects(args)) checkSupports(dialect, "stream");
      checkOptions(args, "stream");
    },
  };
}

// Kinds that take all of the options, and that both dialects have.
function possibleKinds(args: Arguments): InputKind[] {
  const named = namedDialects(args);
  const kinds = INPUT_KINDS.filter((kind) => args.names.every((name) => optionsOf(converters[kind]).includes(name)));
  const possible = kinds.filter((kind) => named.every((dialect) => supports(dialect, kind)));
  // No kind is left, and the error of the most common one says why.
  if (possible.length === 0) checkOptions(args, "tools");
  return possible;
}

function namedDialects(args: Arguments): Dialect[] {
  return [args.get("from"), args.get("to")].flatMap((word) => (word === undefined ? [] : [dialectNamed(word)]));
}

function readOptions(args: Arguments, what: InputKind | undefined): Job["options"] {
  const to = targetDialect(args, "to");
  const onInvalid = policyNamed(args.get("on-invalid") ?? "throw");
  const word = args.get("from");
  const from = word === undefined ? undefined : checkDialect(word);
  const optional = Object.fromEntries(OPTIONAL.flatMap((name) => optionEntry(name, args.get(name))));
  for (const word of [from, to]) {
    const dialect = word === undefined ? undefined : dialectNamed(word);
    if (dialect !== undefined && what !== undefined) checkSupports(dialect, what);
  }
  checkVariant(optional.variant, dialectNamed(to));
  const profile = checkProfile(args.get("profile"));
  return {
    to,
    onInvalid,
    ...(from === undefined ? {} : { from }),
    ...(profile === undefined ? {} : { profile }),
    ...optional,
  };
}

const OPTIONAL = ["variant", "namespace", "model"];

// The options of every kind, and of every kind except for streams.
const COMMON = ["from", "to", "what", "report", "fail-on-loss", "output", "quiet"];
const LAYOUT = ["jsonl", "json", "compact"];

function checkOptions(args: Arguments, what: InputKind): void {
  for (const name of args.names) {
    const takers = INPUT_KINDS.filter((each) => optionsOf(converters[each]).includes(name));
    if (!takers.includes(what)) throw new UsageError(`--${name} is for --what ${takers.join(", ")}, not for ${what}`);
  }
}

function optionsOf({ type, options }: Converter): readonly string[] {
  return [...COMMON, ...(type === "value" ? LAYOUT : []), ...options];
}

function optionEntry(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

function kindNamed(word: string): InputKind {
  const what = INPUT_KINDS.find((each) => each === word);
  if (what === undefined) throw unknownValue("value of --what", word, INPUT_KINDS);
  return what;
}

const POLICIES = ["throw", "skip"] as const;

function policyNamed(word: string): (typeof POLICIES)[number] {
  const policy = POLICIES.find((each) => each === word);
  if (policy === undefined) throw unknownValue("value of --on-invalid", word, POLICIES);
  return policy;
}
