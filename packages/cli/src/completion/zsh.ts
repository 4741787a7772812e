import type { CompletedCommand, CompletedOption, Grammar, Suggestions } from "./grammar.ts";

/** The completion script for zsh: a file for `fpath`, or a script to source after `compinit`. */
export function zshScript({ commands, options }: Grammar): string {
  return `#compdef toolglot
# zsh completion for toolglot
_toolglot() {
  local curcontext=$curcontext state line
  _arguments -C \\
${argumentLines([...options.map(optionSpec), "1: :->command", "*:: :->arguments"])}
  case $state in
    command)
      local -a commands=(
${commands.map(({ word, help }) => `        ${quote(`${word}:${escapeColon(help)}`)}`).join("\n")}
      )
      _describe command commands ;;
    arguments)
      curcontext=\${curcontext%:*:*}:toolglot-$line[1]:
      case $line[1] in
${commands.map(commandCase).join("\n")}
      esac ;;
  esac
}
if [ "$funcstack[1]" = "_toolglot" ]; then _toolglot "$@"; else compdef _toolglot toolglot; fi
`;
}

function commandCase({ word, options, subcommands, argument }: CompletedCommand): string {
  const positional = subcommands.length === 0 ? [`1: :${action(argument)}`] : subcommandSpecs(subcommands);
  const specs = [...options.map(optionSpec), ...positional, "*: :_files"];
  return `        ${word})
          _arguments \\
${argumentLines(specs, "            ")} ;;`;
}

function subcommandSpecs(subcommands: CompletedCommand["subcommands"]): string[] {
  const words = subcommands.map(({ word, help }) => `${word}\\:${quoteInner(escapeColon(help))}`).join(" ");
  return [`1:subcommand:((${words}))`];
}

function optionSpec({ long, short, help, value }: CompletedOption): string {
  const text = `[${help.replace(/[[\]]/g, "\\$&")}]`;
  const names = short === undefined ? [`*--${long}`] : [`*--${long}`, `*-${short}`];
  const suffix = value === undefined ? "" : `: :${action(value)}`;
  return names.map((name) => `${name}${text}${suffix}`).join("\n");
}

function action(suggestions: Suggestions): string {
  switch (suggestions.type) {
    case "words":
      return `(${suggestions.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "none":
      return "( )";
  }
}

function argumentLines(specs: readonly string[], indent: string = "    "): string {
  const lines = specs.flatMap((spec) => spec.split("\n"));
  return lines.map((spec) => `${indent}${quote(spec)}`).join(" \\\n");
}

function escapeColon(text: string): string {
  return text.replaceAll(":", "\\:");
}

// Inside of ((word\:help …)), spaces separate the words.
function quoteInner(text: string): string {
  return text.replace(/[\s()'"]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
