import type { Json } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { UsageError, unknownValue } from "../failure.ts";
import { checkProfile, checkSupports, checkVariant, dialectNamed } from "../names.ts";
import { logNote } from "../output/messages.ts";
import type { Converter, TranslateOptions, ValueConverter } from "./converter.ts";
import { converters } from "./converters.ts";
import { INPUT_KINDS, type InputKind } from "./input-kind.ts";

/** One call of `toolglot convert`, its arguments checked. */
export interface Job<K extends Converter = Converter> {
  readonly file: string | undefined;
  readonly what: InputKind;
  readonly kind: K;
  /** `from` is told by the input where the user does not. */
  readonly options: Omit<TranslateOptions, "from"> & { readonly from?: string };
  /** Where the report goes as JSON: a file, or `-` for standard error. */
  readonly report: string | undefined;
  readonly failOnLoss: boolean;
  /** Whether standard output takes the report too. */
  readonly isJson: boolean;
  readonly isCompact: boolean;
}

/** Reads the job from the arguments, and refuses what makes no sense before any input is read. */
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

/** The job's options with their source dialect, told by the input where the user did not. */
export function withSource({ what, kind, options }: Job<ValueConverter>, input: Json): TranslateOptions {
  if (options.from !== undefined) return { ...options, from: options.from };
  const from = kind.detect(input);
  checkSupports(dialectNamed(from), what);
  logNote(`reading the input as ${from}, by its shape; --from says otherwise`);
  return { ...options, from };
}

/** Whether a job is about a value, and not about a stream. */
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

// What every kind takes, and what every kind but a stream does.
const COMMON = ["from", "to", "what", "report", "fail-on-loss"];
const LAYOUT = ["jsonl", "json", "compact"];

function checkOptions(args: Arguments, what: InputKind): void {
  for (const name of args.names) {
    const takers = INPUT_KINDS.filter((each) => optionsOf(converters[each]).includes(name));
    if (!takers.includes(what))
      throw new UsageError(`--${name} goes with --what ${takers.join(", ")}, not with ${what}`);
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
  if (what === undefined) throw unknownValue("kind for --what", word, INPUT_KINDS);
  return what;
}

const POLICIES = ["throw", "skip"] as const;

function policyNamed(word: string): (typeof POLICIES)[number] {
  const policy = POLICIES.find((each) => each === word);
  if (policy === undefined) throw unknownValue("word for --on-invalid", word, POLICIES);
  return policy;
}
