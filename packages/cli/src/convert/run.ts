import type { Arguments } from "../args.ts";
import type { ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { bytesOf } from "../input/read.ts";
import { convertDocument } from "./document.ts";
import { convertToPage } from "./html.ts";
import { readJob } from "./job.ts";
import { convertLines } from "./lines.ts";
import { peekEvent } from "./peek.ts";
import { resolveJob } from "./resolve.ts";
import { convertStream } from "./stream.ts";

/** Runs `toolglot convert`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const job = readJob(args);
  if (args.has("html")) {
    checkPageOptions(args);
    return convertToPage(job);
  }
  if (args.has("jsonl")) return convertLines(job);
  const source = bytesOf(job.file);
  if (!job.kinds.includes("stream")) return convertDocument(job, source);
  if (job.what === "stream" && job.options.from !== undefined)
    return convertStream({ ...job, what: job.what, options: { ...job.options, from: job.options.from } }, source);
  const { event, bytes } = await peekEvent(source);
  if (event === undefined && job.what === undefined) return convertDocument(job, bytes);
  return convertStream(resolveJob({ ...job, kinds: ["stream"] }, event ?? null), bytes);
}

function checkPageOptions(args: Arguments): void {
  const other = ["json", "jsonl", "compact"].find((name) => args.has(name));
  if (other !== undefined) throw new UsageError(`--html and --${other} exclude each other`);
}
