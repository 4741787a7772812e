/** Terminal colors; without color support they return the text unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}

/** Colors only on a terminal that supports them, and never if `NO_COLOR` is set (https://no-color.org). */
export function styleFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Style {
  const isPlain = !isTerminal || (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const wrap = (on: number, off: number) => (text: string) => (isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`);
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    yellow: wrap(33, 39),
    green: wrap(32, 39),
    cyan: wrap(36, 39),
  };
}
