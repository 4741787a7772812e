import type { Json } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { UsageError, unknownValue } from "../failure.ts";
import { checkProfile, checkSupports, checkVariant, dialectNamed } from "../names.ts";
import { logNote } from "../output/messages.ts";
import type { Converter, TranslateOptions, ValueConverter } from "./converter.ts";
import { converters } from "./converters.ts";
import { INPUT_KINDS, type InputKind } from "./input-kind.ts";

/** The checked arguments of `toolglot convert`. */
export interface Job<K extends Converter = Converter> {
  readonly file: string | undefined;
  readonly what: InputKind;
  readonly kind: K;
  /** `from` is detected from the input if the user does not give it. */
  readonly options: Omit<TranslateOptions, "from"> & { readonly from?: string };
  /** Where the JSON report goes: a file, or `-` for standard error. */
  readonly report: string | undefined;
  readonly failOnLoss: boolean;
  /** Whether the report goes to standard output too. */
  readonly isJson: boolean;
  readonly isCompact: boolean;
}

/** Reads the job from the arguments, and rejects invalid combinations before any input is read. */
export function readJob(args: Arguments): Job {
  const what = kindNamed(args.get("what") ?? "tools");
  checkOptions(args, what);
  return {
    file: args.positionals[0],
    what,
    kind: converters[what],
    options: readOptions(args, what),
    report: args.get("report"),
    failOnLoss: args.has("fail-on-loss"),
    isJson: args.has("json"),
    isCompact: args.has("compact"),
  };
}

/** The job's options with the source dialect, detected from the input if the user did not give it. */
export function withSource({ what, kind, options }: Job<ValueConverter>, input: Json): TranslateOptions {
  if (options.from !== undefined) return { ...options, from: options.from };
  const from = kind.detect(input);
  checkSupports(dialectNamed(from), what);
  logNote(`reading the input as ${from}, detected from its shape; use --from to override`);
  return { ...options, from };
}

/** Whether a job converts a JSON value, not a stream. */
export function isValueJob(job: Job): job is Job<ValueConverter> {
  return job.kind.type === "value";
}

function readOptions(args: Arguments, what: InputKind): Job["options"] {
  const to = args.require("to");
  const onInvalid = policyNamed(args.get("on-invalid") ?? "throw");
  const optional = Object.fromEntries(OPTIONAL.flatMap((name) => optionEntry(name, args.get(name))));
  for (const word of [optional.from, to]) if (word !== undefined) checkSupports(dialectNamed(word), what);
  checkVariant(optional.variant, dialectNamed(to));
  checkProfile(optional.profile);
  return { to, onInvalid, ...optional };
}

const OPTIONAL = ["from", "profile", "variant", "namespace", "model"];

// The options of every kind, and of every kind except for streams.
const COMMON = ["from", "to", "what", "report", "fail-on-loss"];
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
