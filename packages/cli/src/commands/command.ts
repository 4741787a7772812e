import type { Arguments, OptionSpecs } from "../args.ts";

/** One command of the program and its help. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The usage line, without the program's name. */
  readonly usage: string;
  /** The main text of the help. */
  readonly about: string;
  readonly examples: readonly string[];
  readonly options: OptionSpecs;
  readonly maxPositionals: number;
  /**
   * Whether to hide the environment from other processes, because the command runs tools or agents, or runs for long.
   */
  readonly hidesEnvironment?: true;
  /** Loads the implementation on demand, which keeps the start of the program fast. */
  load(): Promise<CommandCode>;
}

/** The implementation of a command. */
export interface CommandCode {
  /** Resolves to an exit code: one of the program's, or that of the agent that it ran. */
  run(args: Arguments): Promise<number>;
}
