import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { parseInput } from "../input/json.ts";
import { withLocation } from "../input/location.ts";
import { collectText, inputName } from "../input/read.ts";
import { screen } from "../output/screen.ts";
import { framedEvents } from "./event-lines.ts";
import type { Job } from "./job.ts";
import { openInput, severalTexts } from "./open-input.ts";
import { openReport } from "./report.ts";
import { isLossy, reportTranslation } from "./report-translation.ts";
import { type ResolvedJob, resolveJob, valueJob } from "./resolve.ts";
import { reportStream } from "./stream.ts";

/** Writes a page that shows an input and its translation side by side. */
export async function convertToPage(open: Job): Promise<ExitCode> {
  const file = inputName(open.file);
  const { event, bytes, isLines } = await openInput(open);
  if (isLines) throw severalTexts();
  if (event !== undefined || open.what === "stream")
    return streamToPage(resolveJob({ ...open, kinds: ["stream"] }, event ?? null), bytes);
  const text = await collectText(bytes, file);
  const input = parseInput(text, { file });
  const job = withLocation({ file }, () => resolveJob(open, input));
  await screen("stdout").write(await pageOf(text, job));
  return reportLosses(job, input, file);
}

async function streamToPage(job: ResolvedJob, bytes: AsyncIterable<Buffer>): Promise<ExitCode> {
  const text = await collectText(framedEvents(bytes, job), inputName(job.file));
  await screen("stdout").write(await pageOf(text, job));
  return reportStream(text, job);
}

// Loaded only here: no other command needs the page.
async function pageOf(text: string, { what, options }: ResolvedJob): Promise<string> {
  const { playgroundPage } = await import("@toolglot/inspector");
  const { from, to, profile } = options;
  if (what !== "tools" && what !== "request" && what !== "response" && what !== "stream")
    throw new UsageError(`--html is for tools, a request, a response or a stream, not for ${what}`);
  return playgroundPage({ text, what, from, to, profile });
}

async function reportLosses(
  resolved: ResolvedJob,
  input: ReturnType<typeof parseInput>,
  file: string,
): Promise<ExitCode> {
  const job = valueJob(resolved);
  if (job === undefined) return EXIT.ok;
  const translated = withLocation({ file }, () => job.kind.translate(input, job.options));
  await reportTranslation(translated, job, job.report === undefined ? undefined : await openReport(job.report, job));
  return job.failOnLoss && isLossy(translated) ? EXIT.lossy : EXIT.ok;
}
