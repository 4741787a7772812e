import { screen } from "./screen.ts";
import { visible } from "./visible.ts";

/** Tells people something that is good to know. */
export function note(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.cyan("note")}: ${visible(message)}\n`);
}

/** Tells people of something that they may not have meant. */
export function warn(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.yellow("warning")}: ${visible(message)}\n`);
}

/** Tells people why nothing came of it. */
export function complain(message: string): void {
  const { style } = screen("stderr");
  process.stderr.write(`${style.red("error")}: ${visible(message)}\n`);
}

/** `1 loss`, `2 losses`. */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
