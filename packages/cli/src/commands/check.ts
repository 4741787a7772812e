import { ConversionError, checkTools, type Problem } from "@toolglot/core";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { detectDialect } from "../input/detect.ts";
import { parseInput } from "../input/json.ts";
import { readFrom } from "../input/place.ts";
import { inputName, readText } from "../input/read.ts";
import { type FoundTools, findTools, toolAt } from "../input/tools.ts";
import { checkProfile, dialectNamed } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { count, note } from "../output/words.ts";
import type { Command } from "./command.ts";

const ABOUT = `Tells what each target would refuse (error), or ignore (warning), in the tools of FILE or of
standard input: as they are, or, with --profile, as that profile would write them.
Exits with 1 where a target would refuse, with 0 where there are warnings at most.`;

export const check: Command = {
  name: "check",
  summary: "tell what providers would refuse in tools",
  usage: "check [FILE|-] [--from DIALECT] --for DIALECT [--for DIALECT…] [OPTIONS]",
  about: ABOUT,
  examples: ["toolglot check tools.json --from mcp --for openai-chat --for anthropic --for gemini"],
  options: {
    from: { value: "DIALECT", help: "dialect of the input; told from its shape where left out" },
    for: { value: "DIALECT", many: true, help: "a target to check for; may be given several times" },
    profile: { value: "PROFILE", help: "check what this profile would send" },
    json: { help: "print [{ for, accepted, problems }] on standard output" },
  },
  maxPositionals: 1,
  run,
};

/** Tools to check, as they were found in an input. */
export interface Checked {
  readonly found: FoundTools;
  readonly from: string;
  readonly profile: string | undefined;
}

/** What a target makes of them. */
export interface Verdict {
  readonly for: string;
  readonly accepted: boolean;
  readonly problems: readonly ToolProblem[];
}

export interface ToolProblem extends Problem {
  readonly tool: string;
}

async function run(args: Arguments): Promise<ExitCode> {
  const targets = readTargets(args);
  const checked = await readChecked(args);
  const verdicts = targets.map((target) => judge(checked, target));
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, verdicts, { isCompact: false });
  else for (const verdict of verdicts) await stdout.write(verdictText(verdict, stdout));
  return verdicts.every(({ accepted }) => accepted) ? EXIT.ok : EXIT.failed;
}

function readTargets(args: Arguments): readonly string[] {
  const targets = args.all("for");
  if (targets.length === 0) throw new UsageError("--for is missing");
  for (const target of targets) dialectNamed(target);
  return targets;
}

async function readChecked(args: Arguments): Promise<Checked> {
  const [file, given, profile] = [args.positionals[0], args.get("from"), args.get("profile")];
  if (given !== undefined) dialectNamed(given);
  checkProfile(profile);
  const place = { file: inputName(file) };
  const input = parseInput(await readText(file), place);
  const found = readFrom(place, () => findTools(input));
  const from = given ?? detectDialect(found);
  if (given === undefined) note(`reading the input as ${from}, by its shape; --from says otherwise`);
  return { found, from, profile };
}

/** Tells what a target would refuse or ignore. */
export function judge(checked: Checked, target: string): Verdict {
  const { tools, locate } = checked.found;
  const problems = problemsFor(checked, target).map((problem) => ({
    tool: toolAt(tools, problem.path).tool,
    ...problem,
    path: locate(problem.path),
  }));
  return { for: target, accepted: problems.every(({ severity }) => severity !== "error"), problems };
}

function problemsFor({ found, from, profile }: Checked, to: string): readonly Problem[] {
  try {
    return checkTools(found.tools, profile === undefined ? { from, to } : { from, to, profile }).problems;
  } catch (error) {
    // What cannot even be read, no provider takes.
    if (error instanceof ConversionError) return [unreadable(error)];
    throw error;
  }
}

function unreadable({ path, code, message }: ConversionError): Problem {
  return { path, rule: code, message, severity: "error" };
}

const COLUMNS: readonly Column<ToolProblem>[] = [
  {
    title: "SEVERITY",
    cell: ({ severity }) => severity,
    paint: (text, { severity }, style) => style[severity === "error" ? "red" : "yellow"](text),
  },
  { title: "TOOL", cell: ({ tool }) => tool },
  { title: "PATH", cell: ({ path }) => path },
  { title: "RULE", cell: ({ rule }) => rule },
  { title: "MESSAGE", cell: ({ message }) => message },
];

function verdictText(verdict: Verdict, { style, columns }: Screen): string {
  const errors = verdict.problems.filter(({ severity }) => severity === "error").length;
  const word = verdict.accepted ? style.green("accepted") : style.red("refused");
  const counts = [count(errors, "error"), count(verdict.problems.length - errors, "warning")].join(", ");
  const rows = verdict.problems.length === 0 ? "" : table(verdict.problems, COLUMNS, { style, columns });
  return `${style.bold(verdict.for)}: ${word}, ${counts}\n${rows}`;
}
