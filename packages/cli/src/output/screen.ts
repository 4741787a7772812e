import { once } from "node:events";
import { type Style, styleFor } from "./style.ts";

/** Standard output or standard error. */
export interface Screen {
  readonly isTerminal: boolean;
  /** The width of the terminal; `undefined` if it is not one. */
  readonly columns: number | undefined;
  readonly style: Style;
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
}

/** Standard output, for data, or standard error, for messages. */
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
