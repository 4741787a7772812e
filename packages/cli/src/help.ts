import type { OptionSpecs } from "./args.ts";
import type { Command, Subcommand } from "./commands/command.ts";
import { widthOf, wrapParagraphs, wrapText } from "./output/wrap.ts";

/** The help of the whole program, in lines of at most this width. */
export function programHelp(commands: readonly Command[], width: number): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return `${wrapParagraphs(ABOUT, width)}

Usage: toolglot COMMAND [ARGUMENTS]

Commands:
${columns([...rows, ["help COMMAND", "the help of one command"]], width)}
Options:
${optionText({ ...COMMON, ...PROGRAM }, width)}
${wrapParagraphs(NOTES, width)}
`;
}

/** The help of one command. */
export function commandHelp({ usage, about, subcommands, options, examples }: Command, width: number): string {
  return `${usageText(usage, width)}

${wrapParagraphs(about, width)}
${subcommands === undefined ? "" : `\nSubcommands:\n${subcommandText(subcommands, width)}`}
Options:
${optionText({ ...options, ...COMMON }, width)}
Examples:
${examples.map((example) => `  ${example}\n`).join("")}`;
}

/** The options that every command has. */
export const COMMON: OptionSpecs = { help: { short: "h", help: "print this help" } };

/** The options of the program itself. */
export const PROGRAM: OptionSpecs = {
  version: { short: "v", help: "print the version" },
  schema: { help: "print the tool definition of toolglot, which then takes its arguments as JSON on stdin" },
};

const ABOUT = `toolglot translates LLM tools, and the conversations that use them, between the dialects of every
provider, and reports everything that is lost on the way.`;

const NOTES = `Data goes to standard output, messages to standard error. NO_COLOR=1 disables colors.

Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 lossy under --fail-on-loss, 124 timeout, 130 interrupted.`;

function subcommandText(subcommands: readonly Subcommand[], width: number): string {
  return columns(
    subcommands.map((each) => [[each.name, ...each.arguments].join(" "), each.summary] as const),
    width,
  );
}

function optionText(options: OptionSpecs, width: number): string {
  const rows = Object.entries(options).map(([name, { value, short, help }]) => {
    const long = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [short === undefined ? long : `-${short}, ${long}`, help] as const;
  });
  return columns(rows, width);
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const margin = Math.max(...rows.map(([left]) => widthOf(left))) + 4;
  return rows.map(([left, right]) => `${hanging(`  ${left}`.padEnd(margin), right, width)}\n`).join("");
}

// An option stays on one line with its value.
function usageText(usage: string, width: number): string {
  const glued = usage.replace(/\[[^\][]*\]/g, (option) => option.replaceAll(" ", NO_BREAK));
  return hanging("Usage: toolglot ", glued, width).replaceAll(NO_BREAK, " ");
}

const NO_BREAK = "\u00a0";

function hanging(head: string, text: string, width: number): string {
  return wrapText(text, width - head.length)
    .map((line, index) => (index === 0 ? head : " ".repeat(head.length)) + line)
    .join("\n");
}
