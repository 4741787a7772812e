import { EXIT, type ExitCode } from "../exit-code.ts";
import { parseInput } from "../input/json.ts";
import { readFrom } from "../input/place.ts";
import { inputName, readText } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { lossTable } from "../output/losses.ts";
import { screen } from "../output/screen.ts";
import { count, note } from "../output/words.ts";
import { type Job, withSource } from "./job.ts";
import type { Translated, TranslateOptions } from "./kind.ts";
import { openReport } from "./report.ts";

/** Translates an input that is one JSON text. */
export async function convertWhole(job: Job): Promise<ExitCode> {
  const file = inputName(job.file);
  const input = parseInput(await readText(job.file), { file });
  const options = readFrom({ file }, () => withSource(job, input));
  const translated = readFrom({ file }, () => job.kind.translate(input, options));
  await writeJson(screen("stdout"), job.isJson ? reported(translated) : translated.value, job);
  await tell(translated, options, job);
  return job.failOnLoss && translated.losses.length > 0 ? EXIT.lossy : EXIT.ok;
}

/** A translation as `--json` prints it. */
export function reported(translated: Translated): { value: unknown } & ReportJson {
  return { value: translated.value, ...reportOf(translated) };
}

/** What a report says as JSON. */
export interface ReportJson {
  readonly losses: readonly unknown[];
  readonly changes: readonly unknown[];
}

/** The losses and changes of a translation, for programs. */
export function reportOf({ losses, changes }: Translated): ReportJson {
  return { losses: losses.map(({ loss }) => loss), changes };
}

async function tell(translated: Translated, options: TranslateOptions, job: Job): Promise<void> {
  const { losses, changes } = translated;
  if (job.report !== undefined) {
    const report = await openReport(job.report, job);
    await report.write(reportOf(translated));
    await report.close();
    if (job.report !== "-")
      note(`${count(losses.length, "loss", "losses")}, ${count(changes.length, "change")}: see ${job.report}`);
  } else if (!job.isJson && losses.length > 0) await tellLosses(translated, options);
}

async function tellLosses({ losses }: Translated, { from, to }: TranslateOptions): Promise<void> {
  const stderr = screen("stderr");
  const tools = new Set(losses.map(({ tool }) => tool)).size;
  const title = `${count(losses.length, "loss", "losses")} in ${count(tools, "tool")}, from ${from} to ${to}`;
  await stderr.write(`${stderr.style.bold(title)}\n${lossTable(losses, stderr)}`);
}
