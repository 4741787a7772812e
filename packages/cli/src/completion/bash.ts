import type { CompletedCommand, CompletedOption, Grammar, Suggestions } from "./grammar.ts";

/** The completion script for bash. It needs no other package. */
export function bashScript({ commands, options }: Grammar): string {
  return `# bash completion for toolglot
_toolglot() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= subcommand= words= index
  COMPREPLY=()
  # The first two words that are neither options nor their values.
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      --) return ;;
      -*) case " ${valueOptions(commands).join(" ")} " in *" \${COMP_WORDS[index]} "*) ((index++)) ;; esac ;;
      *) if [[ -z $command ]]; then command=\${COMP_WORDS[index]}; elif [[ -z $subcommand ]]; then subcommand=\${COMP_WORDS[index]}; fi ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  if [[ $current == -* ]]; then
    case $command in
      "") words="${optionWords(options)}" ;;
${commands.map((command) => `      ${command.word}) words="${optionWords(command.options)}" ;;`).join("\n")}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$command $subcommand" in
    " ") words="${commands.map(({ word }) => word).join(" ")}" ;;
${commands.flatMap(argumentCases).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _toolglot toolglot
`;
}

// The same option may be a flag of another command, but none takes a value there.
function valueOptions(commands: readonly CompletedCommand[]): string[] {
  const names = commands.flatMap(({ options }) =>
    options.filter(({ value }) => value !== undefined).flatMap(spellings),
  );
  return [...new Set(names)];
}

function valueCases({ word, options }: CompletedCommand): string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const patterns = spellings(option).map((spelling) => `"${word} ${spelling}"`);
    return [`    ${patterns.join("|")}) ${reply(option.value)}; return ;;`];
  });
}

function argumentCases({ word, subcommands, argument }: CompletedCommand): string[] {
  if (subcommands.length === 0)
    return argument.type === "none" ? [] : [`    "${word} ") ${reply(argument)}; return ;;`];
  const names = subcommands.map((each) => each.word).join(" ");
  const completed = subcommands.filter((each) => each.argument.type !== "none");
  return [
    `    "${word} ") words="${names}" ;;`,
    ...completed.map((each) => `    "${word} ${each.word}") ${reply(each.argument)}; return ;;`),
  ];
}

// `compopt` exists only while bash completes.
function reply(suggestions: Suggestions): string {
  switch (suggestions.type) {
    case "words":
      return `COMPREPLY=($(compgen -W "${suggestions.words.join(" ")}" -- "$current"))`;
    case "files":
      return FILES("-f");
    case "folders":
      return FILES("-d");
    case "none":
      return "COMPREPLY=()";
  }
}

const FILES = (kind: "-f" | "-d"): string =>
  `compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen ${kind} -- "$current")`;

function optionWords(options: readonly CompletedOption[]): string {
  return options.flatMap(spellings).join(" ");
}

function spellings({ long, short }: CompletedOption): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];
}
