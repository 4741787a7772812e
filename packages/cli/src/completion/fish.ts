import type { CompletedCommand, CompletedOption, CompletedWord, Grammar, Suggestions } from "./grammar.ts";

/** The completion script for fish. */
export function fishScript({ commands, options }: Grammar): string {
  const lines = [
    "# fish completion for toolglot",
    "complete -c toolglot -f",
    ...options.map((option) => line("__fish_use_subcommand", optionFlags(option), option.help)),
    ...commands.map(({ word, help }) => line("__fish_use_subcommand", `-a ${word}`, help)),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines({ word, options, subcommands, argument }: CompletedCommand): string[] {
  const isCommand = `__fish_seen_subcommand_from ${word}`;
  const names = subcommands.map((each) => each.word).join(" ");
  const own = subcommands.length === 0 ? argumentLine(isCommand, argument) : [];
  return [
    ...options.map((option) => line(isCommand, optionFlags(option), option.help)),
    ...own,
    ...subcommands.map((each) => subcommandLine(isCommand, names, each)),
    ...subcommands.flatMap((each) =>
      argumentLine(`${isCommand}; and __fish_seen_subcommand_from ${each.word}`, each.argument),
    ),
  ];
}

function subcommandLine(isCommand: string, names: string, { word, help }: CompletedWord): string {
  return line(`${isCommand}; and not __fish_seen_subcommand_from ${names}`, `-a ${word}`, help);
}

function argumentLine(condition: string, argument: Suggestions): string[] {
  return argument.type === "none" ? [] : [`complete -c toolglot -n ${quote(condition)} ${valueFlags(argument, "")}`];
}

function line(condition: string, flags: string, help: string): string {
  return `complete -c toolglot -n ${quote(condition)} ${flags} -d ${quote(help)}`;
}

function optionFlags({ long, short, value }: CompletedOption): string {
  const names = short === undefined ? `-l ${long}` : `-s ${short} -l ${long}`;
  return value === undefined ? names : `${names} ${valueFlags(value, "-r ")}`;
}

function valueFlags(suggestions: Suggestions, required: string): string {
  switch (suggestions.type) {
    case "words":
      return `${required}-f -a ${quote(suggestions.words.join(" "))}`;
    case "files":
      return `${required}-F`;
    case "folders":
      return `${required}-f -a '(__fish_complete_directories)'`;
    case "none":
      return `${required}-f`;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
