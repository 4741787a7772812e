import type { Json } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { UsageError, unknownWord } from "../failure.ts";
import { checkProfile, checkVariant, dialectNamed } from "../names.ts";
import { note } from "../output/words.ts";
import { type Kind, kinds, type TranslateOptions } from "./kind.ts";

/** One call of `toolglot convert`, its arguments checked. */
export interface Job {
  readonly file: string | undefined;
  readonly kind: Kind;
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
  return {
    file: args.positionals[0],
    kind: kindNamed(args.get("what") ?? "tools"),
    options: readOptions(args),
    report: args.get("report"),
    failOnLoss: args.has("fail-on-loss"),
    isJson: args.has("json"),
    isCompact: args.has("compact"),
  };
}

/** The job's options with their source dialect, told by the input where the user did not. */
export function withSource({ kind, options }: Job, input: Json): TranslateOptions {
  if (options.from !== undefined) return { ...options, from: options.from };
  const from = kind.detect(input);
  note(`reading the input as ${from}, by its shape; --from says otherwise`);
  return { ...options, from };
}

function readOptions(args: Arguments): Job["options"] {
  const to = args.need("to");
  const onInvalid = policyNamed(args.get("on-invalid") ?? "throw");
  const optional = Object.fromEntries(OPTIONAL.flatMap((name) => pairOf(name, args.get(name))));
  if (optional.from !== undefined) dialectNamed(optional.from);
  checkVariant(optional.variant, dialectNamed(to));
  checkProfile(optional.profile);
  return { to, onInvalid, ...optional };
}

const OPTIONAL = ["from", "profile", "variant", "namespace"];

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

function kindNamed(word: string): Kind {
  if (!Object.hasOwn(kinds, word)) throw unknownWord("kind for --what", word, Object.keys(kinds));
  const kind = kinds[word];
  if (kind === undefined) throw new UsageError(`--what ${word} is not available yet; --what tools is`);
  return kind;
}

const POLICIES = ["throw", "skip"] as const;

function policyNamed(word: string): (typeof POLICIES)[number] {
  const policy = POLICIES.find((each) => each === word);
  if (policy === undefined) throw unknownWord("word for --on-invalid", word, POLICIES);
  return policy;
}
