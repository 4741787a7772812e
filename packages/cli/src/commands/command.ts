import type { Arguments, OptionSpecs } from "../args.ts";

/** One command of the program. Its help and its completion are made from this. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The usage line, without the program's name. */
  readonly usage: string;
  /** The main text of the help; wrapped to the width of the terminal. */
  readonly about: string;
  readonly subcommands?: readonly Subcommand[];
  readonly examples: readonly string[];
  readonly options: OptionSpecs;
  readonly maxPositionals: number;
  /** The placeholders of the arguments, which decide what is completed. */
  readonly arguments?: readonly string[];
  /** Everything from the first unknown option on belongs to the program that the first argument names. */
  readonly passesOptions?: true;
  /**
   * Whether to hide the environment from other processes, because the command runs tools or agents, or runs for long.
   */
  readonly hidesEnvironment?: true;
  /** Loads the implementation on demand, which keeps the start of the program fast. */
  load(): Promise<CommandCode>;
}

/** What a command does, if it does several things. */
export interface Subcommand {
  readonly name: string;
  /** The placeholders of its arguments, in brackets if they may be left out. */
  readonly arguments: readonly string[];
  readonly summary: string;
}

/** The implementation of a command. */
export interface CommandCode {
  /**
   * Resolves to an exit code: one of the program's, or that of the agent that it ran. `commands` are all commands of the
   * program, itself included.
   */
  run(args: Arguments, commands: readonly Command[]): Promise<number>;
}
