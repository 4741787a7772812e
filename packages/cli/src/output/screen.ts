import { once } from "node:events";
import { type Style, styleFor } from "./style.ts";

/** One of the two streams that a command writes to. */
export interface Screen {
  readonly isTerminal: boolean;
  /** How wide it is, where it is a terminal. */
  readonly columns: number | undefined;
  readonly style: Style;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

/** Standard output, for data, or standard error, for words. */
export function screen(name: "stdout" | "stderr"): Screen {
  const stream = process[name];
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    columns: isTerminal ? stream.columns : undefined,
    style: styleFor(isTerminal, process.env),
    async write(text) {
      if (!stream.write(text)) await once(stream, "drain");
    },
  };
}
