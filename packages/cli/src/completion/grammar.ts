import { dialectNames } from "@toolglot/core/base";
import { listPresets } from "@toolglot/gateway";
import { agents } from "../agents/index.ts";
import type { OptionSpecs } from "../args.ts";
import type { Command } from "../commands/command.ts";
import { INPUT_KINDS } from "../convert/input-kind.ts";
import { COMMON, PROGRAM } from "../help.ts";
import { profileNames } from "../profiles.ts";

/** What can follow in a command line: fixed words, or names of files or folders. */
export type Suggestions =
  | { readonly type: "words"; readonly words: readonly string[] }
  | { readonly type: "files" }
  | { readonly type: "folders" }
  | { readonly type: "none" };

/** A word that can be completed, with its explanation. */
export interface CompletedWord {
  readonly word: string;
  readonly help: string;
}

/** An option, as a shell completes it. */
export interface CompletedOption {
  readonly long: string;
  readonly short?: string;
  readonly help: string;
  /** What follows it; `undefined` for a flag. */
  readonly value?: Suggestions;
}

/** A command, as a shell completes it. */
export interface CompletedCommand extends CompletedWord {
  readonly options: readonly CompletedOption[];
  readonly subcommands: readonly (CompletedWord & { readonly argument: Suggestions })[];
  /** The first argument of a command without subcommands. */
  readonly argument: Suggestions;
}

/** All that the completion scripts are made from. */
export interface Grammar {
  readonly commands: readonly CompletedCommand[];
  /** The options without a command. */
  readonly options: readonly CompletedOption[];
}

/** The grammar of the command line, from the commands that the help is made from. */
export function grammar(commands: readonly Command[]): Grammar {
  const help: CompletedCommand = {
    ...{ word: "help", help: "the help of one command", options: [], subcommands: [] },
    argument: { type: "words", words: commands.map(({ name }) => name) },
  };
  return { commands: [...commands.map(completedCommand), help], options: completedOptions({ ...COMMON, ...PROGRAM }) };
}

function completedCommand(command: Command): CompletedCommand {
  return {
    word: command.name,
    help: command.summary,
    options: completedOptions({ ...command.options, ...COMMON }),
    subcommands: (command.subcommands ?? []).map(({ name, summary, arguments: [first] }) => ({
      ...{ word: name, help: firstClause(summary) },
      argument: suggestionsFor(first ?? ""),
    })),
    argument: suggestionsFor(command.arguments?.[0] ?? ""),
  };
}

function completedOptions(options: OptionSpecs): CompletedOption[] {
  return Object.entries(options).map(([long, { short, value, help }]) => ({
    ...{ long, help: firstClause(help) },
    ...(short === undefined ? {} : { short }),
    ...(value === undefined ? {} : { value: suggestionsFor(value) }),
  }));
}

/** What stands for a placeholder of the help, such as `DIALECT`, `FILE|-` or `throw|skip`. */
function suggestionsFor(placeholder: string): Suggestions {
  const name = placeholder.replace(/^\[(.*)\]$/, "$1");
  if (/^[a-z-]+(\|[a-z-]+)+$/.test(name)) return { type: "words", words: name.split("|") };
  return PLACEHOLDERS[name]?.() ?? { type: "none" };
}

const PLACEHOLDERS: Readonly<Record<string, () => Suggestions>> = {
  FILE: () => ({ type: "files" }),
  "FILE|-": () => ({ type: "files" }),
  DIR: () => ({ type: "folders" }),
  DIALECT: () => ({ type: "words", words: dialectNames() }),
  PROFILE: () => ({ type: "words", words: profileNames }),
  KIND: () => ({ type: "words", words: INPUT_KINDS }),
  PROVIDER: () => ({ type: "words", words: listPresets({}).map(({ name }) => name) }),
  AGENT: () => ({ type: "words", words: agents.map(({ name }) => name) }),
};

// Completion menus have room for a few words.
function firstClause(text: string): string {
  return text.split(/;| \(/, 1)[0]?.trim() ?? text;
}
