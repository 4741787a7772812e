import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { type Place, readFrom } from "../input/place.ts";
import { inputName, readText } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { lossTable } from "../output/losses.ts";
import { screen } from "../output/screen.ts";
import { count, note } from "../output/words.ts";
import { type Job, withSource } from "./job.ts";
import type { Translated, TranslateOptions, ValueKind } from "./kind.ts";
import { openReport, type ReportSink } from "./report.ts";

/** Translates an input that is one JSON text. */
export async function convertWhole(job: Job<ValueKind>): Promise<ExitCode> {
  const file = inputName(job.file);
  const input = parseInput(await readText(job.file), { file });
  const options = readFrom({ file }, () => withSource(job, input));
  const translated = readFrom({ file }, () => job.kind.translate(input, options));
  await writeJson(screen("stdout"), job.isJson ? reported(translated) : translated.value, job);
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  await tell(translated, { ...job, options }, report);
  if (translated.failure !== undefined) throw errorAnswer(translated.failure, { file });
  return job.failOnLoss && translated.losses.length > 0 ? EXIT.lossy : EXIT.ok;
}

/** A translation as `--json` prints it. */
export function reported(translated: Translated): { value: unknown } & ReportJson {
  return { value: translated.value, ...translated.beside, ...reportOf(translated) };
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

/** What is told of an answer that is itself an error, and was translated as one. */
export function errorAnswer(message: string, { file, line }: Place): Failure {
  const where = line === undefined ? file : `${file}: line ${line}`;
  return new Failure(`${where}: the answer is an error: ${message}`, { file, line, code: "error_answer" });
}

/** Tells what was lost: to a report where there is one, else to people. */
export async function tell(translated: Translated, job: Told, report: ReportSink | undefined): Promise<void> {
  const { losses, changes } = translated;
  if (translated.note !== undefined && !job.isJson) note(translated.note);
  if (report !== undefined) {
    await report.write(reportOf(translated));
    await report.close();
    if (job.report !== "-")
      note(`${count(losses.length, "loss", "losses")}, ${count(changes.length, "change")}: see ${job.report}`);
  } else if (!job.isJson && losses.length > 0) await tellLosses(translated, job.options);
}

/** A job whose two dialects are known. */
type Told = Job & { readonly options: TranslateOptions };

async function tellLosses({ losses }: Translated, { from, to }: TranslateOptions): Promise<void> {
  const stderr = screen("stderr");
  const tools = new Set(losses.flatMap(({ tool }) => tool ?? [])).size;
  const among = tools === 0 ? "" : ` in ${count(tools, "tool")}`;
  const title = `${count(losses.length, "loss", "losses")}${among}, from ${from} to ${to}`;
  await stderr.write(`${stderr.style.bold(title)}\n${lossTable(losses, stderr)}`);
}
