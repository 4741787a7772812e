import type { Arguments } from "../args.ts";
import type { ExitCode } from "../exit-code.ts";
import { convertDocument } from "./document.ts";
import { isValueJob, readJob } from "./job.ts";
import { convertLines } from "./lines.ts";
import { convertStream } from "./stream.ts";

/** Runs `toolglot convert`. */
export function run(args: Arguments): Promise<ExitCode> {
  const job = readJob(args);
  if (!isValueJob(job)) return convertStream(job);
  return args.has("jsonl") ? convertLines(job) : convertDocument(job);
}
