import { ConversionError, JsonError } from "@toolglot/core";
import { Failure } from "../failure.ts";

/** Where an input is read from. */
export interface InputLocation {
  readonly file: string;
  /** Where the input is one line of the file. */
  readonly line?: number;
}

/** Runs some work on an input, and lets its failures say where the input came from. */
export function withLocation<T>(place: InputLocation, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw locateError(error, place);
  }
}

/** What is refused, with the file and the line that it was read from; a bug stays what it is. */
export function locateError(error: unknown, place: InputLocation): unknown {
  if (error instanceof JsonError) return jsonFailure(error, place);
  if (error instanceof ConversionError)
    return refusal(error, `(at ${error.path === "" ? "the root" : error.path})`, place);
  if (error instanceof NotFoundError) return refusal(error, "", place);
  return error;
}

/** What is looked for in an input is not there. */
export class NotFoundError extends Error {
  readonly code: string;
  readonly path = "";

  constructor(what: string) {
    super(`there are no ${what} in this`);
    this.code = `no_${what}`;
  }
}

// A JSON error counts the lines of the text that was parsed, which may be one line of a longer file.
function jsonFailure({ message, code, line, column }: JsonError, place: InputLocation): Failure {
  const at = place.line ?? line;
  const reason = message.replace(/\(line \d+,/, `(line ${at},`);
  return new Failure(`${place.file}: ${reason}`, { ...place, code, line: at, column });
}

function refusal(
  { message, code, path }: ConversionError | NotFoundError,
  where: string,
  place: InputLocation,
): Failure {
  const line = place.line === undefined ? "" : `line ${place.line}: `;
  return new Failure(`${place.file}: ${line}${message} ${where}`.trimEnd(), { ...place, code, path });
}
