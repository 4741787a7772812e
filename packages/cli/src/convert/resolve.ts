import type { Json } from "@toolglot/core";
import { checkSupports, dialectNamed, supports } from "../names.ts";
import { logNote } from "../output/messages.ts";
import type { TranslateOptions, ValueConverter } from "./converter.ts";
import { converters } from "./converters.ts";
import { hasTools, type Identity, identifyDialect, identifyKind, isRequest } from "./identify.ts";
import type { InputKind } from "./input-kind.ts";
import type { Job } from "./job.ts";

/** A job whose input is known. */
export interface ResolvedJob extends Job {
  readonly what: InputKind;
  readonly options: TranslateOptions;
}

/** A job whose input is a JSON value. */
export interface ValueJob extends ResolvedJob {
  readonly kind: ValueConverter;
}

/** The job with what its input is and the dialect of that, detected from the input if the user did not give them. */
export function resolveJob(job: Job, input: Json): ResolvedJob {
  const what = job.what ?? identifyKind(input, job.kinds);
  const identity = job.options.from === undefined ? identifyDialect(input, what) : { what, from: job.options.from };
  checkSupports(dialectNamed(identity.from), what);
  reportIdentity(identity, job, input);
  return { ...job, what, options: { ...job.options, from: identity.from } };
}

/** The job with the converter of its input; `undefined` for streams. */
export function valueJob(job: ResolvedJob): ValueJob | undefined {
  const kind = converters[job.what];
  return kind.type === "value" ? { ...job, kind } : undefined;
}

function reportIdentity({ what, from, isGuess }: Identity, job: Job, input: Json): void {
  if (job.what === undefined && what === "tools" && isRequest(input) && hasTools(input)) logNote(toolsAloneText(job));
  else if (isGuess) logNote(`several dialects have requests of this shape; ${readingText(from, what, job)}`);
  // Tools are the most common input, so with an explicit `--from` no note is printed for them.
  else if (job.options.from === undefined || (job.what === undefined && what !== "tools"))
    logNote(readingText(from, what, job));
}

function readingText(from: string, what: InputKind, { what: named, options }: Job): string {
  if (named !== undefined) return `reading the input as ${from}, detected from its shape; use --from to override`;
  const flags = options.from === undefined ? "--what and --from" : "--what";
  return `reading the input as ${withArticle(from, what)}, detected from its shape; use ${flags} to override`;
}

function withArticle(from: string, what: InputKind): string {
  if (what.endsWith("s")) return `${from} ${what}`;
  return `${/^[aeiou]/.test(from) ? "an" : "a"} ${from} ${what}`;
}

function toolsAloneText({ options, kinds }: Job): string {
  const unable = [options.from, options.to].find((word) => word !== undefined && !hasRequests(word));
  const reason = unable === undefined ? `the options are for ${kinds.join(", ")}` : `${unable} has no requests`;
  return `the input is a request, of which only the tools are translated: ${reason}`;
}

function hasRequests(word: string): boolean {
  return supports(dialectNamed(word), "request");
}
