import type { OptionSpecs } from "./args.ts";
import type { Command } from "./commands/command.ts";
import { wrapText } from "./output/table.ts";

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return `toolglot translates LLM tools, and the conversations that use them, between the dialects of
every provider, and reports everything that is lost on the way.

Usage: toolglot COMMAND [ARGUMENTS]

Commands:
${columns([...rows, ["help COMMAND", "the help of one command"]])}
Options:
${optionText({ ...COMMON, ...PROGRAM })}
Data goes to standard output, messages to standard error. NO_COLOR=1 disables colors.
Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 lossy under --fail-on-loss, 124 timeout, 130 interrupted.
`;
}

/** The help of one command. */
export function commandHelp({ usage, about, options, examples }: Command): string {
  return `Usage: toolglot ${usage}

${about}

Options:
${optionText({ ...options, ...COMMON })}
Examples:
${examples.map((example) => `  ${example}\n`).join("")}`;
}

/** The options that every command has. */
export const COMMON: OptionSpecs = { help: { short: "h", help: "print this help" } };

const PROGRAM: OptionSpecs = {
  version: { short: "v", help: "print the version" },
  schema: { help: "print the tool definition of toolglot, which then takes its arguments as JSON on stdin" },
};

function optionText(options: OptionSpecs): string {
  return columns(
    Object.entries(options).map(([name, { value, short, help }]) => {
      const long = value === undefined ? `--${name}` : `--${name} ${value}`;
      return [short === undefined ? long : `-${short}, ${long}`, help];
    }),
  );
}

const WIDTH = 100;

function columns(rows: readonly (readonly [string, string])[]): string {
  const margin = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows
    .map(
      ([left, right]) =>
        `  ${left.padEnd(margin - 2)}${wrapText(right, WIDTH - margin).join(`\n${" ".repeat(margin)}`)}\n`,
    )
    .join("");
}
