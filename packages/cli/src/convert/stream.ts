import { type BridgeStream, createBridge } from "@toolglot/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { type CommandFailure, ErrorInputFailure } from "../failure.ts";
import { inputName } from "../input/read.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { screen } from "../output/screen.ts";
import type { Job } from "./job.ts";
import { openReport, type ReportSink } from "./report.ts";
import { isLossy, reportTranslation } from "./report-translation.ts";
import type { ResolvedJob } from "./resolve.ts";
import { toTranslation } from "./translation.ts";

/** Translates a stream as its bytes arrive, with one event in memory at a time. */
export async function convertStream(job: ResolvedJob, bytes: Chunks): Promise<ExitCode> {
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  const stream = streamFor(job);
  await pump(bytes, stream);
  return finish(stream, job, report);
}

/** Reports the losses of a stream whose translation is shown in another way. */
export async function reportStream(text: string, job: ResolvedJob): Promise<ExitCode> {
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  const stream = streamFor(job);
  stream.push(text);
  stream.end();
  return finish(stream, job, report);
}

function streamFor({ options: { from, to } }: ResolvedJob): BridgeStream {
  return createBridge({ client: to, provider: from }).stream();
}

async function finish(stream: BridgeStream, job: ResolvedJob, report: ReportSink | undefined): Promise<ExitCode> {
  const { losses, changes, failure } = stream;
  const translated = toTranslation({ value: null, losses, changes });
  await reportTranslation(translated, job, report);
  if (failure !== undefined) throw streamFailure(failure.message, job);
  return job.failOnLoss && isLossy(translated) ? EXIT.lossy : EXIT.ok;
}

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

async function pump(bytes: Chunks, stream: BridgeStream): Promise<void> {
  let hasBegun = false;
  try {
    for await (const chunk of bytes) {
      hasBegun = true;
      await write(stream.push(chunk));
    }
  } catch (error) {
    // The client must not mistake a truncated stream for a complete one.
    if (hasBegun) await write(stream.fail(`the provider's stream cannot be read: ${String(error)}`));
    throw error;
  }
  await write(stream.end());
}

async function write(text: string): Promise<void> {
  if (text === "") return;
  const stdout = screen("stdout");
  await stdout.write(stdout.isTerminal ? escapeInvisibleJson(text) : text);
}

function streamFailure(message: string, { file }: Job): CommandFailure {
  const name = inputName(file);
  return new ErrorInputFailure(`${name}: the stream ends in an error: ${message}`, { file: name, code: "stream" });
}
