import type { Json } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { UsageError, unknownWord } from "../failure.ts";
import { checkProfile, checkSpeaks, checkVariant, dialectNamed } from "../names.ts";
import { note } from "../output/words.ts";
import type { Kind, TranslateOptions, ValueKind } from "./kind.ts";
import { kinds } from "./kinds.ts";
import { WHATS, type What } from "./what.ts";

/** One call of `toolglot convert`, its arguments checked. */
export interface Job<K extends Kind = Kind> {
  readonly file: string | undefined;
  readonly what: What;
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
    kind: kinds[what],
    options: readOptions(args, what),
    report: args.get("report"),
    failOnLoss: args.has("fail-on-loss"),
    isJson: args.has("json"),
    isCompact: args.has("compact"),
  };
}

/** The job's options with their source dialect, told by the input where the user did not. */
export function withSource({ what, kind, options }: Job<ValueKind>, input: Json): TranslateOptions {
  if (options.from !== undefined) return { ...options, from: options.from };
  const from = kind.detect(input);
  checkSpeaks(dialectNamed(from), what);
  note(`reading the input as ${from}, by its shape; --from says otherwise`);
  return { ...options, from };
}

/** Whether a job is about a value, and not about a stream. */
export function isValueJob(job: Job): job is Job<ValueKind> {
  return job.kind.type === "value";
}

function readOptions(args: Arguments, what: What): Job["options"] {
  const to = args.need("to");
  const onInvalid = policyNamed(args.get("on-invalid") ?? "throw");
  const optional = Object.fromEntries(OPTIONAL.flatMap((name) => pairOf(name, args.get(name))));
  for (const word of [optional.from, to]) if (word !== undefined) checkSpeaks(dialectNamed(word), what);
  checkVariant(optional.variant, dialectNamed(to));
  checkProfile(optional.profile);
  return { to, onInvalid, ...optional };
}

const OPTIONAL = ["from", "profile", "variant", "namespace", "model"];

// What every kind takes, and what every kind but a stream does.
const COMMON = ["from", "to", "what", "report", "fail-on-loss"];
const LAYOUT = ["jsonl", "json", "compact"];

function checkOptions(args: Arguments, what: What): void {
  for (const name of args.names) {
    const takers = WHATS.filter((each) => optionsOf(kinds[each]).includes(name));
    if (!takers.includes(what))
      throw new UsageError(`--${name} goes with --what ${takers.join(", ")}, not with ${what}`);
  }
}

function optionsOf({ type, options }: Kind): readonly string[] {
  return [...COMMON, ...(type === "value" ? LAYOUT : []), ...options];
}

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

function kindNamed(word: string): What {
  const what = WHATS.find((each) => each === word);
  if (what === undefined) throw unknownWord("kind for --what", word, WHATS);
  return what;
}

const POLICIES = ["throw", "skip"] as const;

function policyNamed(word: string): (typeof POLICIES)[number] {
  const policy = POLICIES.find((each) => each === word);
  if (policy === undefined) throw unknownWord("word for --on-invalid", word, POLICIES);
  return policy;
}
