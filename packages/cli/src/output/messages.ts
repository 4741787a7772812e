import { escapeInvisible } from "./escape.ts";
import { screen } from "./screen.ts";
import { isQuiet } from "./verbosity.ts";

/** Prints a note on standard error, unless `--quiet` is given. */
export function logNote(message: string): void {
  process.stderr.write(noticeLine("info", message));
}

/** Prints a warning on standard error, unless `--quiet` is given. */
export function logWarning(message: string): void {
  process.stderr.write(noticeLine("warn", message));
}

/** Prints an error on standard error. */
export function logError(message: string): void {
  process.stderr.write(noticeLine("error", message));
}

/** The line of a message on standard error; "" where `--quiet` is given, unless it is an error. */
export function noticeLine(level: "info" | "warn" | "error", message: string): string {
  if (level !== "error" && isQuiet()) return "";
  const { style } = screen("stderr");
  const titles = { info: style.cyan("note"), warn: style.yellow("warning"), error: style.red("error") };
  return `${titles[level]}: ${escapeInvisible(message)}\n`;
}

/** Prints a text for people on standard error, such as a table, unless `--quiet` is given. */
export async function logText(text: string): Promise<void> {
  if (!isQuiet()) await screen("stderr").write(text);
}

/** `1 loss`, `2 losses`. */
export function plural(number: number, one: string, many: string = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
