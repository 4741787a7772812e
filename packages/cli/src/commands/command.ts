import type { Arguments, OptionSpecs } from "../args.ts";
import type { ExitCode } from "../exit-code.ts";

/** One command of the program, and all that its help says. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** How it is called, after the program's name. */
  readonly usage: string;
  /** The rest of the help, before and after the options. */
  readonly about: string;
  readonly examples: readonly string[];
  readonly options: OptionSpecs;
  readonly maxPositionals: number;
  run(args: Arguments): Promise<ExitCode>;
}
