import { type BridgeStream, createBridge } from "@toolglot/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { Failure, UsageError } from "../failure.ts";
import { bytesOf, inputName } from "../input/read.ts";
import { escapeInvisibleJson } from "../output/escape.ts";
import { screen } from "../output/screen.ts";
import { isLossy, reportTranslation } from "./document.ts";
import type { Job } from "./job.ts";
import { openReport } from "./report.ts";
import { toTranslation } from "./translation.ts";

/** Translates a stream as its bytes arrive, with one event in memory at a time. */
export async function convertStream(job: Job): Promise<ExitCode> {
  const { from, to } = job.options;
  if (from === undefined) throw new UsageError("--from is required: the dialect of a stream cannot be detected");
  const report = job.report === undefined ? undefined : await openReport(job.report, job);
  const stream = createBridge({ client: to, provider: from }).stream();
  await pump(job.file, stream);
  const { losses, changes, failure } = stream;
  const translated = toTranslation({ value: null, losses, changes });
  await reportTranslation(translated, { ...job, options: { ...job.options, from } }, report);
  if (failure !== undefined) throw streamFailure(failure.message, job);
  return job.failOnLoss && isLossy(translated) ? EXIT.lossy : EXIT.ok;
}

async function pump(file: string | undefined, stream: BridgeStream): Promise<void> {
  let hasBegun = false;
  try {
    for await (const chunk of bytesOf(file)) {
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

function streamFailure(message: string, { file }: Job): Failure {
  const name = inputName(file);
  return new Failure(`${name}: the stream ends in an error: ${message}`, { file: name, code: "stream" });
}
