import { EXIT, type ExitCode } from "../exit-code.ts";
import { CommandFailure, failureJson, UsageError } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { type InputLine, linesOf } from "../input/lines.ts";
import { locateError } from "../input/location.ts";
import { inputName, lineTooLarge, MAX_BYTES, textOf } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { lossCount, lossLine, summarizeLosses } from "../output/losses.ts";
import { logError, logNote, logText, plural } from "../output/messages.ts";
import { screen } from "../output/screen.ts";
import type { InputTranslation } from "./converter.ts";
import type { Job } from "./job.ts";
import { openReport, type ReportSink } from "./report.ts";
import { errorResponseFailure, reportJson, translationJson } from "./report-translation.ts";
import { resolveJob, type ValueJob, valueJob } from "./resolve.ts";

/** Translates an input of any size, one JSON text per line, with one line in memory at a time. */
export async function convertLines(job: Job, bytes: AsyncIterable<Buffer>): Promise<ExitCode> {
  const report = job.report === undefined ? undefined : await openReport(job.report, { isCompact: true });
  const run = new LineConverter(job, report);
  for await (const line of linesOf(bytes, MAX_BYTES)) await run.convertLine(line);
  await report?.close();
  return run.finish();
}

class LineConverter {
  private readonly job: Job;
  private readonly file: string;
  private readonly report: ReportSink | undefined;
  private resolved: ValueJob | undefined;
  private lines = 0;
  private failures = 0;
  private losses = 0;
  private metadata = 0;

  constructor(job: Job, report: ReportSink | undefined) {
    this.job = job;
    this.file = inputName(job.file);
    this.report = report;
  }

  async convertLine(line: InputLine): Promise<void> {
    const translated = this.attempt(line);
    if (translated instanceof CommandFailure) await this.fail(line.number, translated);
    else if (translated !== undefined) await this.write(line.number, translated);
  }

  finish(): ExitCode {
    const { lines, failures, losses, metadata } = this;
    if (failures + losses + metadata > 0)
      logNote(`${plural(lines, "line")}: ${plural(failures, "failure")}, ${lossCount({ rows: losses, metadata })}`);
    if (failures > 0) return EXIT.failed;
    return this.job.failOnLoss && losses > 0 ? EXIT.lossy : EXIT.ok;
  }

  private attempt(line: InputLine): InputTranslation | CommandFailure | undefined {
    try {
      return this.translate(line);
    } catch (error) {
      const failure = locateError(error, { file: this.file, line: line.number });
      if (failure instanceof CommandFailure && !(failure instanceof UsageError)) return failure;
      throw failure;
    }
  }

  private translate({ number, bytes }: InputLine): InputTranslation | undefined {
    const place = { file: this.file, line: number };
    if (bytes === undefined) throw lineTooLarge(this.file, number);
    const text = textOf(bytes, place);
    if (text.trim() === "") return undefined;
    this.lines++;
    const input = parseInput(text, place);
    // The first readable line decides for all what they are, and in which dialect.
    this.resolved ??= valueJob(resolveJob(this.job, input));
    if (this.resolved === undefined) throw new UsageError("--jsonl is not for streams");
    return this.resolved.kind.translate(input, this.resolved.options);
  }

  private async write(line: number, translated: InputTranslation): Promise<void> {
    const { isJson } = this.job;
    const { rows, metadata } = summarizeLosses(translated.losses);
    this.losses += rows.length;
    this.metadata += metadata;
    await writeJson(screen("stdout"), isJson ? { line, ...translationJson(translated) } : translated.value, {
      isCompact: true,
    });
    if (this.report !== undefined) await this.report.write({ line, ...reportJson(translated) });
    else if (!isJson) await this.reportLine(line, translated);
    if (translated.failure !== undefined)
      this.logFailure(errorResponseFailure(translated.failure, { file: this.file, line }));
  }

  private async reportLine(line: number, { losses, note }: InputTranslation): Promise<void> {
    const stderr = screen("stderr");
    const place = stderr.style.dim(`line ${line}`);
    if (note !== undefined) logNote(`line ${line}: ${note}`);
    const { rows } = summarizeLosses(losses);
    if (rows.length > 0) await logText(rows.map((loss) => `${place}  ${lossLine(loss, stderr)}\n`).join(""));
  }

  private async fail(line: number, failure: CommandFailure): Promise<void> {
    this.logFailure(failure);
    await this.report?.write({ line, error: failureJson(failure) });
  }

  private logFailure(failure: CommandFailure): void {
    this.failures++;
    logError(failure.message);
  }
}
