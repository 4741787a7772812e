import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure, failureJson, UsageError } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { type Line, linesOf } from "../input/lines.ts";
import { located } from "../input/place.ts";
import { bytesOf, inputName, MAX_BYTES, textOf } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { lossLine } from "../output/losses.ts";
import { screen } from "../output/screen.ts";
import { complain, count, note } from "../output/words.ts";
import { type Job, withSource } from "./job.ts";
import type { Translated, TranslateOptions, ValueKind } from "./kind.ts";
import { openReport, type ReportSink } from "./report.ts";
import { errorAnswer, reported, reportOf } from "./whole.ts";

/** Translates an input of any size, one JSON text per line, holding one line at a time. */
export async function convertLines(job: Job<ValueKind>): Promise<ExitCode> {
  const report = job.report === undefined ? undefined : await openReport(job.report, { isCompact: true });
  const run = new Run(job, report);
  for await (const line of linesOf(bytesOf(job.file), MAX_BYTES)) await run.take(line);
  await report?.close();
  return run.finish();
}

class Run {
  private readonly job: Job<ValueKind>;
  private readonly file: string;
  private readonly report: ReportSink | undefined;
  private options: TranslateOptions | undefined;
  private lines = 0;
  private failures = 0;
  private losses = 0;

  constructor(job: Job<ValueKind>, report: ReportSink | undefined) {
    this.job = job;
    this.file = inputName(job.file);
    this.report = report;
  }

  async take(line: Line): Promise<void> {
    const translated = this.attempt(line);
    if (translated instanceof Failure) await this.fail(line.number, translated);
    else if (translated !== undefined) await this.write(line.number, translated);
  }

  finish(): ExitCode {
    const { lines, failures, losses } = this;
    if (failures + losses > 0)
      note(`${count(lines, "line")}: ${count(failures, "failure")}, ${count(losses, "loss", "losses")}`);
    if (failures > 0) return EXIT.failed;
    return this.job.failOnLoss && losses > 0 ? EXIT.lossy : EXIT.ok;
  }

  private attempt(line: Line): Translated | Failure | undefined {
    try {
      return this.translate(line);
    } catch (error) {
      const failure = located(error, { file: this.file, line: line.number });
      if (failure instanceof Failure && !(failure instanceof UsageError)) return failure;
      throw failure;
    }
  }

  private translate({ number, bytes }: Line): Translated | undefined {
    const place = { file: this.file, line: number };
    if (bytes === undefined)
      throw new Failure(`${this.file}: line ${number} is too long`, { ...place, code: "too_large" });
    const text = textOf(bytes, place);
    if (text.trim() === "") return undefined;
    this.lines++;
    const input = parseInput(text, place);
    // The first line that can be read decides for all.
    this.options ??= withSource(this.job, input);
    return this.job.kind.translate(input, this.options);
  }

  private async write(line: number, translated: Translated): Promise<void> {
    const { isJson } = this.job;
    this.losses += translated.losses.length;
    await writeJson(screen("stdout"), isJson ? { line, ...reported(translated) } : translated.value, {
      isCompact: true,
    });
    if (this.report !== undefined) await this.report.write({ line, ...reportOf(translated) });
    else if (!isJson) await this.tell(line, translated);
    if (translated.failure !== undefined) this.complain(errorAnswer(translated.failure, { file: this.file, line }));
  }

  private async tell(line: number, { losses, note: said }: Translated): Promise<void> {
    const stderr = screen("stderr");
    const place = stderr.style.dim(`line ${line}`);
    if (said !== undefined) note(`line ${line}: ${said}`);
    if (losses.length > 0) await stderr.write(losses.map((loss) => `${place}  ${lossLine(loss, stderr)}\n`).join(""));
  }

  private async fail(line: number, failure: Failure): Promise<void> {
    this.complain(failure);
    await this.report?.write({ line, error: failureJson(failure) });
  }

  private complain(failure: Failure): void {
    this.failures++;
    complain(failure.message);
  }
}
