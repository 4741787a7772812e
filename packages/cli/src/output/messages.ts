import { escapeInvisible } from "./escape.ts";
import { screen } from "./screen.ts";

/** Tells people something that is good to know. */
export function logNote(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.cyan("note")}: ${escapeInvisible(message)}\n`);
}

/** Tells people of something that they may not have meant. */
export function logWarning(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.yellow("warning")}: ${escapeInvisible(message)}\n`);
}

/** Tells people why nothing came of it. */
export function logError(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.red("error")}: ${escapeInvisible(message)}\n`);
}

/** `1 loss`, `2 losses`. */
export function plural(number: number, one: string, many: string = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
