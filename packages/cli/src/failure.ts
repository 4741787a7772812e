import { nearest } from "@toolglot/core/suggest";
import { EXIT, type ExitCode } from "./exit-code.ts";

/** Where something went wrong, for programs; each field is there when it is known. */
export interface FailureDetails {
  readonly code?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON Pointer into the input. */
  readonly path?: string | undefined;
}

/** Something that the user is told about, and that ends the command. */
export class Failure extends Error {
  readonly exitCode: ExitCode = EXIT.failed;
  readonly details: FailureDetails;

  constructor(message: string, details: FailureDetails = {}) {
    super(message);
    this.details = details;
  }
}

/** The command was called in a way that it does not understand. */
export class UsageError extends Failure {
  override readonly exitCode: ExitCode = EXIT.usage;
}

/** Several things that went wrong, each of which the user is told about. */
export class MultipleFailures extends Failure {
  readonly all: readonly Failure[];

  constructor(all: readonly Failure[]) {
    super(all.map(({ message }) => message).join("; "), all[0]?.details);
    this.all = all;
  }
}

/** A failure for programs. */
export function failureJson(failure: Failure): Record<string, unknown> {
  const { message, details } = failure;
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  const each = failure instanceof MultipleFailures ? { all: failure.all.map(failureJson) } : {};
  return { message, ...Object.fromEntries(known), ...each };
}

/** A usage error about a word that is none of the known ones, with the one that was probably meant. */
export function unknownValue(what: string, word: string, known: readonly string[]): UsageError {
  const meant = nearest(word, known);
  const help = meant === undefined ? `known: ${known.join(", ")}` : `did you mean ${meant}?`;
  return new UsageError(`unknown ${what} ${JSON.stringify(word)}; ${help}`);
}
