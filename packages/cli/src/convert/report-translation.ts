import { type CommandFailure, ErrorInputFailure } from "../failure.ts";
import type { InputLocation } from "../input/location.ts";
import { lossCount, lossTable, summarizeLosses } from "../output/losses.ts";
import { logNote, logText, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import type { InputTranslation, TranslateOptions } from "./converter.ts";
import type { ReportSink } from "./report.ts";
import type { ResolvedJob } from "./resolve.ts";

/** Whether content or settings were lost; metadata alone does not count. */
export function isLossy({ losses }: InputTranslation): boolean {
  return summarizeLosses(losses).rows.length > 0;
}

/** A translation as `--json` prints it. */
export function translationJson(translated: InputTranslation): { value: unknown } & ReportJson {
  return { value: translated.value, ...translated.extra, ...reportJson(translated) };
}

/** The JSON of a report. */
export interface ReportJson {
  readonly losses: readonly unknown[];
  readonly changes: readonly unknown[];
}

/** The losses and changes of a translation as JSON. */
export function reportJson({ losses, changes }: InputTranslation): ReportJson {
  return { losses: losses.map(({ loss }) => loss), changes };
}

/** The failure for an error response, which was translated as one. */
export function errorResponseFailure(message: string, { file, line }: InputLocation): CommandFailure {
  const where = line === undefined ? file : `${file}: line ${line}`;
  return new ErrorInputFailure(`${where}: the response is an error: ${message}`, { file, line, code: "error_answer" });
}

/** Reports the losses: to the report file if there is one, otherwise as a table on standard error. */
export async function reportTranslation(
  translated: InputTranslation,
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

async function reportLosses({ losses }: InputTranslation, { from, to }: TranslateOptions): Promise<void> {
  const stderr = screen("stderr");
  const { rows, metadata } = summarizeLosses(losses);
  if (rows.length === 0) {
    logNote(`no loss but ${metadata} of metadata, from ${from} to ${to} (listed with --report)`);
    return;
  }
  const tools = new Set(rows.flatMap(({ tool }) => tool ?? [])).size;
  const among = tools === 0 ? "" : ` in ${plural(tools, "tool")}`;
  const title = `${plural(rows.length, "loss", "losses")}${among}, from ${from} to ${to}`;
  await logText(`${stderr.style.bold(title)}\n${lossTable(rows, stderr)}`);
  if (metadata > 0) logNote(`and ${metadata} of metadata (listed with --report)`);
}
