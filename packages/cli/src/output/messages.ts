import { escapeInvisible } from "./escape.ts";
import { screen } from "./screen.ts";
import { isQuiet } from "./verbosity.ts";

/** Prints a note on standard error, unless `--quiet` is given. */
export function logNote(message: string): void {
  const { style } = screen("stderr");
  if (!isQuiet()) process.stderr.write(`${style.cyan("note")}: ${escapeInvisible(message)}\n`);
}

/** Prints a warning on standard error, unless `--quiet` is given. */
export function logWarning(message: string): void {
  const { style } = screen("stderr");
  if (!isQuiet()) process.stderr.write(`${style.yellow("warning")}: ${escapeInvisible(message)}\n`);
}

/** Prints an error on standard error. */
export function logError(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.red("error")}: ${escapeInvisible(message)}\n`);
}

/** Prints a text for people on standard error, such as a table, unless `--quiet` is given. */
export async function logText(text: string): Promise<void> {
  if (!isQuiet()) await screen("stderr").write(text);
}

/** `1 loss`, `2 losses`. */
export function plural(number: number, one: string, many: string = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
