import type { CompletedCommand, CompletedOption, Grammar, Suggestions } from "./grammar.ts";

/** The completion script for fish. */
export function fishScript({ commands, options }: Grammar): string {
  const lines = [
    ...options.map((option) => line("", optionFlags(option), option.help)),
    ...commands.map(({ word, help }) => line("", `-a ${word}`, help)),
    ...commands.flatMap(commandLines),
  ];
  return `# fish completion for toolglot
# Whether the words before the cursor, without options, are exactly these.
function __toolglot_at
    set -l words (string match -v -- '-*' (commandline -opc))
    test "$words[2..]" = "$argv"
end
# Whether they begin with this command.
function __toolglot_in
    set -l words (string match -v -- '-*' (commandline -opc))
    test "$words[2]" = "$argv[1]"
end
complete -c toolglot -f
${lines.join("\n")}
`;
}

function commandLines({ word, options, subcommands, argument }: CompletedCommand): string[] {
  return [
    ...options.map((option) => line(word, optionFlags(option), option.help, "__toolglot_in")),
    ...argumentLine(word, argument),
    ...subcommands.map((each) => line(word, `-a ${each.word}`, each.help)),
    ...subcommands.flatMap((each) => argumentLine(`${word} ${each.word}`, each.argument)),
  ];
}

function argumentLine(words: string, argument: Suggestions): string[] {
  if (argument.type === "none") return [];
  return [`complete -c toolglot -n ${quote(`__toolglot_at ${words}`)} ${valueFlags(argument, "")}`];
}

function line(words: string, flags: string, help: string, test: string = "__toolglot_at"): string {
  return `complete -c toolglot -n ${quote(`${test} ${words}`.trimEnd())} ${flags} -d ${quote(help)}`;
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
