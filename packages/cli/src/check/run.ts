import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { requireToolDialect } from "../input/detect.ts";
import { parseInput } from "../input/json.ts";
import { withLocation } from "../input/location.ts";
import { inputName, readText } from "../input/read.ts";
import { findTools } from "../input/tools.ts";
import { checkDialect, checkProfile, targetDialects } from "../names.ts";
import { writeJson } from "../output/json.ts";
import { logNote, plural } from "../output/messages.ts";
import { type Screen, screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { type CheckInput, checkTarget, type TargetCheck, type ToolProblem } from "./target.ts";

/** Runs `toolglot check`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const targets = targetDialects(args, "for");
  const checked = await readInput(args);
  const verdicts = targets.map((target) => checkTarget(checked, target));
  const stdout = screen("stdout");
  if (args.has("json")) await writeJson(stdout, verdicts, { isCompact: false });
  else for (const verdict of verdicts) await stdout.write(resultText(verdict, stdout));
  return verdicts.every(({ accepted }) => accepted) ? EXIT.ok : EXIT.failed;
}

async function readInput(args: Arguments): Promise<CheckInput> {
  const [file, word] = [args.positionals[0], args.get("from")];
  const given = word === undefined ? undefined : checkDialect(word);
  const profile = checkProfile(args.get("profile"));
  const place = { file: inputName(file) };
  const input = parseInput(await readText(file), place);
  const found = withLocation(place, () => findTools(input));
  const from = given ?? requireToolDialect(found);
  if (given === undefined) logNote(`reading the input as ${from}, detected from its shape; use --from to override`);
  return { found, from, profile };
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

function resultText(verdict: TargetCheck, { style, columns }: Screen): string {
  const errors = verdict.problems.filter(({ severity }) => severity === "error").length;
  const state = verdict.accepted ? style.green("accepted") : style.red("refused");
  const counts = [plural(errors, "error"), plural(verdict.problems.length - errors, "warning")].join(", ");
  const rows = verdict.problems.length === 0 ? "" : table(verdict.problems, COLUMNS, { style, columns });
  return `${style.bold(verdict.for)}: ${state}, ${counts}\n${rows}`;
}
