import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { CommandFailure } from "../failure.ts";
import { screen } from "../output/screen.ts";
import type { InputLocation } from "./location.ts";

/** The limit for what is held in memory: a whole input, or one line of it. */
export const MAX_BYTES: number = 64 * 1024 * 1024;

/** The name of an input in messages. */
export function inputName(file: string | undefined): string {
  return isStdin(file) ? "<stdin>" : file;
}

/** The bytes of a file or of standard input, as they arrive. */
export async function* bytesOf(file: string | undefined): AsyncGenerator<Buffer> {
  if (isStdin(file) && process.stdin.isTTY)
    await screen("stderr").write("reading from the terminal; press Ctrl-D to end the input\n");
  try {
    yield* isStdin(file) ? process.stdin : createReadStream(file);
  } catch (error) {
    throw unreadable(error, inputName(file));
  }
}

/** The complete text of a file or of standard input. */
export function readText(file: string | undefined): Promise<string> {
  return collectText(bytesOf(file), inputName(file));
}

/** The complete text of an input with this name. */
export async function collectText(bytes: AsyncIterable<Buffer>, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > MAX_BYTES) throw tooLarge(file);
    chunks.push(chunk);
  }
  return textOf(Buffer.concat(chunks), { file });
}

/** Decodes UTF-8; throws a failure with the line if it is invalid. */
export function textOf(bytes: Buffer, place: InputLocation): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const line = place.line ?? brokenLine(bytes);
  throw new CommandFailure(`${place.file}: not UTF-8 (line ${line})`, { ...place, line, code: "not_utf8" });
}

function isStdin(file: string | undefined): file is undefined {
  return file === undefined || file === "-";
}

// No multi-byte character contains the byte of "\n", so each line can be checked alone.
function brokenLine(bytes: Buffer): number {
  let start = 0;
  let line = 1;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line++;
  }
  return line;
}

function tooLarge(file: string): CommandFailure {
  const size = `${MAX_BYTES / 1024 / 1024} MiB`;
  return new CommandFailure(`${file}: larger than ${size}; use --jsonl, with one tool per line`, {
    file,
    code: "too_large",
  });
}

/** The failure for one line that is larger than what is held in memory. */
export function lineTooLarge(file: string, line: number): CommandFailure {
  const message = `${file}: line ${line} exceeds the limit of ${MAX_BYTES / 1024 / 1024} MiB`;
  return new CommandFailure(message, { file, line, code: "too_large" });
}

/** The failure for a file that cannot be read. */
export function unreadable(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  return new CommandFailure(`cannot read ${file}: ${REASONS[error.code] ?? error.message}`, { file, code: error.code });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
};
