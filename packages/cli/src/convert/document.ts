import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { type InputLocation, withLocation } from "../input/location.ts";
import { inputName, readText } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { lossCount, lossTable, summarizeLosses } from "../output/losses.ts";
import { logNote, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import type { TranslateOptions, Translation, ValueConverter } from "./converter.ts";
import { type Job, withSource } from "./job.ts";
import { openReport, type ReportSink } from "./report.ts";

/** Translates an input that is one JSON text. */
export async function convertDocument(job: Job<ValueConverter>): Promise<ExitCode> {
  const file = inputName(job.file);
  const input = parseInput(await readText(job.file), { file });
  const options = withLocation({ file }, () => withSource(job, input));
  const translated = withLocation({ file }, () => job.kind.translate(input, options));
  await writeJson(screen("stdout"), job.isJson ? translationJson(translated) : translated.value, job);
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  await reportTranslation(translated, { ...job, options }, report);
  if (translated.failure !== undefined) throw errorResponseFailure(translated.failure, { file });
  return job.failOnLoss && isLossy(translated) ? EXIT.lossy : EXIT.ok;
}

/** Whether content or settings were lost; metadata alone does not count. */
export function isLossy({ losses }: Translation): boolean {
  return summarizeLosses(losses).rows.length > 0;
}

/** A translation as `--json` prints it. */
export function translationJson(translated: Translation): { value: unknown } & ReportJson {
  return { value: translated.value, ...translated.extra, ...reportJson(translated) };
}

/** The JSON of a report. */
export interface ReportJson {
  readonly losses: readonly unknown[];
  readonly changes: readonly unknown[];
}

/** The losses and changes of a translation as JSON. */
export function reportJson({ losses, changes }: Translation): ReportJson {
  return { losses: losses.map(({ loss }) => loss), changes };
}

/** The failure for an error response, which was translated as one. */
export function errorResponseFailure(message: string, { file, line }: InputLocation): Failure {
  const where = line === undefined ? file : `${file}: line ${line}`;
  return new Failure(`${where}: the response is an error: ${message}`, { file, line, code: "error_answer" });
}

/** Reports the losses: to the report file if there is one, otherwise as a table on standard error. */
export async function reportTranslation(
  translated: Translation,
  job: ResolvedJob,
  report: ReportSink | undefined,
): Promise<void> {
  const { losses, changes } = translated;
  if (translated.note !== undefined && !job.isJson) logNote(translated.note);
  if (report !== undefined) {
    await report.write(reportJson(translated));
    await report.close();
    const { rows, metadata } = summarizeLosses(losses);
    if (job.report !== "-")
      logNote(`${lossCount({ rows: rows.length, metadata })}, ${plural(changes.length, "change")}: see ${job.report}`);
  } else if (!job.isJson && losses.length > 0) await reportLosses(translated, job.options);
}

/** A job whose source dialect is known. */
type ResolvedJob = Job & { readonly options: TranslateOptions };

async function reportLosses({ losses }: Translation, { from, to }: TranslateOptions): Promise<void> {
  const stderr = screen("stderr");
  const { rows, metadata } = summarizeLosses(losses);
  if (rows.length === 0) {
    logNote(`no loss but ${metadata} of metadata, from ${from} to ${to} (--report lists them)`);
    return;
  }
  const tools = new Set(rows.flatMap(({ tool }) => tool ?? [])).size;
  const among = tools === 0 ? "" : ` in ${plural(tools, "tool")}`;
  const title = `${plural(rows.length, "loss", "losses")}${among}, from ${from} to ${to}`;
  await stderr.write(`${stderr.style.bold(title)}\n${lossTable(rows, stderr)}`);
  if (metadata > 0) logNote(`and ${metadata} of metadata (--report lists them)`);
}
