import { ConversionError, JsonError, nearest } from "@toolglot/core";
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

/** A usage error about a word that is none of the known ones, with the one that was probably meant. */
export function unknownWord(what: string, word: string, known: readonly string[]): UsageError {
  const meant = nearest(word, known);
  const help = meant === undefined ? `known: ${known.join(", ")}` : `did you mean ${meant}?`;
  return new UsageError(`unknown ${what} ${JSON.stringify(word)}; ${help}`);
}

/** What the core refuses, with the file and the line that it was read from; a bug stays what it is. */
export function located(error: unknown, place: FailureDetails & { readonly file: string }): unknown {
  if (error instanceof JsonError) return jsonFailure(error, place);
  if (error instanceof ConversionError) return conversionFailure(error, place);
  return error;
}

// A JSON error counts the lines of the text that was parsed, which may be one line of a longer file.
function jsonFailure({ message, code, line, column }: JsonError, place: FailureDetails): Failure {
  const at = place.line ?? line;
  const reason = message.replace(/\(line \d+,/, `(line ${at},`);
  return new Failure(`${place.file}: ${reason}`, { ...place, code, line: at, column });
}

function conversionFailure({ message, code, path }: ConversionError, place: FailureDetails): Failure {
  const line = place.line === undefined ? "" : ` in line ${place.line}`;
  return new Failure(`${place.file}: ${message} (at ${path === "" ? "the root" : path}${line})`, {
    ...place,
    code,
    path,
  });
}
