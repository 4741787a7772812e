import { EXIT, type ExitCode } from "../exit-code.ts";
import { parseInput } from "../input/json.ts";
import { withLocation } from "../input/location.ts";
import { collectText, inputName } from "../input/read.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import type { Job } from "./job.ts";
import { openReport } from "./report.ts";
import { errorResponseFailure, isLossy, reportTranslation, translationJson } from "./report-translation.ts";
import { resolveJob, valueJob } from "./resolve.ts";
import { convertStream } from "./stream.ts";

/** Translates an input that is one JSON text. */
export async function convertDocument(open: Job, bytes: AsyncIterable<Buffer>): Promise<ExitCode> {
  const file = inputName(open.file);
  const text = await collectText(bytes, file);
  const input = parseInput(text, { file });
  const resolved = withLocation({ file }, () => resolveJob(open, input));
  const job = valueJob(resolved);
  if (job === undefined) return convertStream(resolved, [Buffer.from(text)]);
  const translated = withLocation({ file }, () => job.kind.translate(input, job.options));
  await writeJson(screen("stdout"), job.isJson ? translationJson(translated) : translated.value, job);
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  await reportTranslation(translated, job, report);
  if (translated.failure !== undefined) throw errorResponseFailure(translated.failure, { file });
  return job.failOnLoss && isLossy(translated) ? EXIT.lossy : EXIT.ok;
}
