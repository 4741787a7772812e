import type { Json } from "@toolglot/core";
import { envelope, inspect, type ToolOutcome } from "@toolglot/toolbox";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { readText } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { logNote } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import { millisecondsIn, type Toolset } from "./open.ts";

/** Runs `toolglot tools call`: calls a tool as a model would, and prints what the model would get. */
export async function call({ registry }: Toolset, args: Arguments, signal: AbortSignal): Promise<ExitCode> {
  const [, name, json] = args.positionals;
  if (name === undefined) throw new UsageError("no tool name given: toolglot tools call NAME [JSON|-]");
  const input = await inputOf(json);
  const timeout = millisecondsIn(args, "timeout");
  const unchecked = inspect(input, registry.find(name)?.inputSchema ?? true).notes;
  for (const each of unchecked) logNote(`in the tool's schema, ${each}`);
  const outcome = await registry.call(name, input, { signal, ...(timeout === undefined ? {} : { timeout }) });
  await writeJson(screen("stdout"), envelope(outcome), { isCompact: true });
  if (!outcome.success) logStderr(outcome);
  return exitCodeOf(outcome);
}

async function inputOf(json: string | undefined): Promise<Json> {
  if (json === undefined) return {};
  return json === "-"
    ? parseInput(await readText("-"), { file: "<stdin>" })
    : parseInput(json, { file: "the arguments" });
}

function logStderr({ stderr = "" }: ToolOutcome): void {
  for (const line of stderr.trimEnd().split("\n").slice(-MAX_STDERR_LINES)) if (line !== "") logNote(line);
}

const MAX_STDERR_LINES = 10;

function exitCodeOf(outcome: ToolOutcome): ExitCode {
  if (outcome.success) return EXIT.ok;
  if (outcome.code === "CANCELLED") return EXIT.interrupted;
  return outcome.code === "TIMEOUT" ? EXIT.timeout : EXIT.failed;
}
