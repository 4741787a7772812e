import { readFileSync } from "node:fs";
import { readArguments } from "./args.ts";
import type { Command } from "./commands/command.ts";
import { commands } from "./commands/index.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { CommandFailure, failureJson, MultipleFailures, UsageError, unknownValue } from "./failure.ts";
import { COMMON, commandHelp, programHelp } from "./help.ts";
import { hideEnvironment } from "./hide-environment.ts";
import { withOutputFile } from "./output/file.ts";
import type { JsonLayout } from "./output/json.ts";
import { logError, logWarning } from "./output/messages.ts";
import { screen } from "./output/screen.ts";
import { setQuiet } from "./output/verbosity.ts";
import { programName } from "./program-name.ts";

/** Runs one command and resolves to its exit code. Reads and writes the streams, environment and working directory of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  const [word = "", ...rest] = argv;
  setQuiet(false);
  try {
    return await dispatch(word, rest);
  } catch (error) {
    if (!(error instanceof CommandFailure)) return reportBug(error);
    if (argv.includes("--json")) await printJson("stderr", { error: failureJson(error) }, { isCompact: true });
    else await reportFailure(error, word);
    return error.exitCode;
  }
}

async function dispatch(word: string, rest: readonly string[]): Promise<number> {
  switch (word) {
    case "":
      return runAsTool();
    case "--schema":
      return printSchema();
    case "--help":
    case "-h":
      return print(programHelp(commands, helpWidth()));
    case "help":
      return print(helpFor(rest[0]));
    case "--version":
    case "-v":
      return print(`${version()}\n`);
    default:
      return run(commandNamed(word), rest);
  }
}

// Without arguments, toolglot acts as a tool: JSON on standard input.
async function runAsTool(): Promise<number> {
  if (process.stdin.isTTY) return print(programHelp(commands, helpWidth()));
  const { readInput, runAsTool } = await import("./self/run.ts");
  const input = await readInput();
  if (input === undefined) return print(programHelp(commands, helpWidth()));
  return runAsTool(input);
}

function helpFor(word: string | undefined): string {
  return word === undefined ? programHelp(commands, helpWidth()) : commandHelp(commandNamed(word), helpWidth());
}

function helpWidth(): number {
  return Math.min(screen("stdout").columns, MAX_HELP_WIDTH);
}

// Longer lines are hard to read.
const MAX_HELP_WIDTH = 100;

async function printSchema(): Promise<ExitCode> {
  const { definition } = await import("./self/definition.ts");
  await printJson("stdout", definition, { isCompact: false });
  return EXIT.ok;
}

async function run(command: Command, argv: readonly string[]): Promise<number> {
  const args = readArguments(argv, { ...command.options, ...COMMON }, command);
  if (args.has("help")) return print(commandHelp(command, helpWidth()));
  const extra = args.positionals[command.maxPositionals];
  if (extra !== undefined) throw new UsageError(`unexpected argument: ${JSON.stringify(extra)}`);
  if (command.hidesEnvironment === true && !hideEnvironment()) logWarning(ENVIRONMENT_WARNING);
  setQuiet(args.has("quiet"));
  const output = args.get("output");
  const runCommand = async () => (await command.load()).run(args, commands);
  return output === undefined || output === "-" ? runCommand() : runToFile(output, runCommand);
}

// An interrupted command, or one that failed, has not written all of its data.
function runToFile(path: string, runCommand: () => Promise<number>): Promise<number> {
  return withOutputFile(path, async (file) => {
    try {
      const code = await runCommand();
      if (code !== EXIT.interrupted) file.commit();
      return code;
    } catch (error) {
      if (error instanceof CommandFailure && error.isOutputComplete) file.commit();
      throw error;
    }
  });
}

const ENVIRONMENT_WARNING =
  "on this system, other programs of this user can read the environment of toolglot, API keys included; --sandbox hides it from tools";

function commandNamed(word: string): Command {
  const command = commands.find(({ name }) => name === word);
  if (command !== undefined) return command;
  const names = commands.map(({ name }) => name);
  throw unknownValue(word.startsWith("-") ? "option" : "command", word, [
    ...names,
    "help",
    "--help",
    "--version",
    "--schema",
  ]);
}

async function print(text: string): Promise<ExitCode> {
  await screen("stdout").write(text);
  return EXIT.ok;
}

// Loaded on demand, because it loads the whole library.
async function printJson(name: "stdout" | "stderr", value: unknown, layout: JsonLayout): Promise<void> {
  const { writeJson } = await import("./output/json.ts");
  await writeJson(screen(name), value, layout);
}

function version(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

async function reportFailure(failure: CommandFailure, word: string): Promise<void> {
  const all = failure instanceof MultipleFailures ? failure.all : [failure];
  for (const { message } of all) logError(message);
  if (all.some(({ details }) => details.isUnset))
    return screen("stderr").write(`after that, try: ${programName()} doctor, which checks the providers\n`);
  // One with a code has another cause than the command line, such as a key that is not set.
  if (!(failure instanceof UsageError) || failure.details.code !== undefined) return;
  const command = commands.find(({ name }) => name === word)?.name;
  await screen("stderr").write(`try: ${[programName(), command, "--help"].filter(Boolean).join(" ")}\n`);
}

function reportBug(error: unknown): ExitCode {
  logError(`internal error, please report it: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.failed;
}
