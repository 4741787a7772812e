import type { Arguments, OptionSpecs } from "../args.ts";

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
  /** Whether it holds keys while it lets other programs run, or runs for long: its environment is hidden from them. */
  readonly hidesEnvironment?: true;
  /** The code behind it, which is most of the program and takes longest to start: only what is run is loaded. */
  load(): Promise<CommandCode>;
}

/** What a command does. */
export interface CommandCode {
  /** Resolves to one of the program's exit codes, or to that of the program that it ran. */
  run(args: Arguments): Promise<number>;
}
