import { firstLine } from "../run/sandbox/interpreter.ts";
import { fileErrorReason } from "./file-error.ts";

/** Why a program could not be started. For a missing interpreter, the system's error is the same as for a missing file. */
export function startFailureReason(path: string, error: Error): string {
  const [, program] = /^#![ \t]*([^ \t]+)/.exec(lineOf(path)) ?? [];
  if (!("code" in error) || error.code !== "ENOENT" || program === undefined) return fileErrorReason(error);
  if (program.endsWith("\r")) return "its first line ends with a carriage return; save it with line feeds alone";
  return `its interpreter ${program} does not exist`;
}

function lineOf(path: string): string {
  try {
    return firstLine(path);
  } catch {
    // The file itself is missing, as the error says.
    return "";
  }
}
