import { nearest } from "@toolglot/core/suggest";
import { EXIT, type ExitCode } from "./exit-code.ts";

/** The location and code of a failure, for programs. */
export interface FailureDetails {
  readonly code?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON Pointer into the input. */
  readonly path?: string | undefined;
  /** What to do about it, which ends the message. */
  readonly fix?: string | undefined;
  /** Set if a provider is not set up, such as one whose key is missing. */
  readonly isUnset?: true | undefined;
}

/** An error for the user that ends the command. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode = EXIT.failed;
  /** Whether all data was written before, so that `--output` keeps it. */
  readonly isOutputComplete: boolean = false;
  /** The message without what to do about it. */
  readonly reason: string;
  readonly details: FailureDetails;

  constructor(reason: string, details: FailureDetails = {}) {
    super(details.fix === undefined ? reason : `${reason}; ${details.fix}`);
    this.reason = reason;
    this.details = details;
  }
}

/** The command line is invalid. */
export class UsageError extends CommandFailure {
  override readonly exitCode: ExitCode = EXIT.usage;
}

/** The input was translated, and is itself an error: a provider's error response, or a stream that ends in one. */
export class ErrorInputFailure extends CommandFailure {
  override readonly isOutputComplete: boolean = true;
}

/** Several failures, each of which is reported. */
export class MultipleFailures extends CommandFailure {
  readonly all: readonly CommandFailure[];

  constructor(all: readonly CommandFailure[]) {
    const { fix: _, ...place } = all[0]?.details ?? {};
    super(all.map(({ message }) => message).join("; "), place);
    this.all = all;
  }
}

/** A failure as JSON. */
export function failureJson(failure: CommandFailure): Record<string, unknown> {
  const { message, details } = failure;
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  const each = failure instanceof MultipleFailures ? { all: failure.all.map(failureJson) } : {};
  return { message, ...Object.fromEntries(known), ...each };
}

/** A usage error for an unknown value, with the closest known one. */
export function unknownValue(what: string, word: string, known: readonly string[]): UsageError {
  const meant = nearest(word, known);
  const help = meant === undefined ? listText(known) : `did you mean ${meant}?`;
  return new UsageError(`unknown ${what} ${JSON.stringify(word)}; ${help}`);
}

// A long list would hide what is wrong.
function listText(known: readonly string[]): string {
  if (known.length === 0) return "there are none";
  if (known.length <= MAX_LISTED) return `known: ${known.join(", ")}`;
  return `${known.length} are known, such as ${known.slice(0, 5).join(", ")}`;
}

const MAX_LISTED = 40;
