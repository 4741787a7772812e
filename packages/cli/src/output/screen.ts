import { once } from "node:events";
import { type OutputFile, outputFile } from "./file.ts";
import { type Style, styleFor } from "./style.ts";

/** Standard output or standard error. */
export interface Screen {
  readonly isTerminal: boolean;
  /** The width for tables and texts. */
  readonly columns: number;
  readonly style: Style;
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Writes without waiting, for what is small. */
  print(text: string): void;
}

/** Standard output, for data, or standard error, for messages. With `--output`, data goes to that file instead. */
export function screen(name: "stdout" | "stderr"): Screen {
  const file = name === "stdout" ? outputFile() : undefined;
  return file === undefined ? terminalScreen(name) : fileScreen(file);
}

/** The width of what is not a terminal, unless COLUMNS says otherwise. */
const DEFAULT_COLUMNS = 80;

function terminalScreen(name: "stdout" | "stderr"): Screen {
  const stream = process[name];
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    columns: (isTerminal ? stream.columns : undefined) || columnsIn(process.env),
    style: styleFor(isTerminal, process.env),
    async write(text) {
      if (!stream.write(text)) await once(stream, "drain");
    },
    print(text) {
      stream.write(text);
    },
  };
}

function fileScreen(file: OutputFile): Screen {
  return {
    isTerminal: false,
    columns: columnsIn(process.env),
    style: styleFor(false, process.env),
    write: async (text) => file.write(text),
    print: (text) => file.write(text),
  };
}

// Shells set COLUMNS, and people set it to get wider tables in a pipe.
function columnsIn({ COLUMNS }: NodeJS.ProcessEnv): number {
  const columns = Number(COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
