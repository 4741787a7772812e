import { ConversionError, JsonError } from "@toolglot/core/base";
import { CommandFailure } from "../failure.ts";

/** Where an input comes from. */
export interface InputLocation {
  readonly file: string;
  /** The line number, if the input is one line of the file. */
  readonly line?: number;
}

/** Calls a function, and adds the location of the input to its errors. */
export function withLocation<T>(place: InputLocation, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw locateError(error, place);
  }
}

/** Turns a rejected input into a failure with its location; other errors stay as they are. */
export function locateError(error: unknown, place: InputLocation): unknown {
  if (error instanceof JsonError) return jsonFailure(error, place);
  if (error instanceof ConversionError)
    return refusal(error, `(at ${error.path === "" ? "the root" : error.path})`, place);
  if (error instanceof NotFoundError) return refusal(error, "", place);
  return error;
}

/** An input does not contain what was to be translated. */
export class NotFoundError extends Error {
  readonly code: string;
  readonly path = "";

  constructor(what: string) {
    super(`the input contains no ${what}`);
    this.code = `no_${what}`;
  }
}

// A JSON error counts the lines of the parsed text, which may be one line of a longer file.
function jsonFailure({ message, code, line, column }: JsonError, place: InputLocation): CommandFailure {
  const at = place.line ?? line;
  const reason = message.replace(/\(line \d+,/, `(line ${at},`);
  return new CommandFailure(`${place.file}: ${reason}`, { ...place, code, line: at, column });
}

function refusal(
  { message, code, path }: ConversionError | NotFoundError,
  where: string,
  place: InputLocation,
): CommandFailure {
  const line = place.line === undefined ? "" : `line ${place.line}: `;
  return new CommandFailure(`${place.file}: ${line}${message} ${where}`.trimEnd(), { ...place, code, path });
}
