import type { Arguments } from "../args.ts";
import type { ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { bytesOf } from "../input/read.ts";
import { logNote } from "../output/messages.ts";
import { convertDocument } from "./document.ts";
import { framedEvents } from "./event-lines.ts";
import { convertToPage } from "./html.ts";
import { readJob } from "./job.ts";
import { convertLines } from "./lines.ts";
import { openInput } from "./open-input.ts";
import { type ResolvedJob, resolveJob } from "./resolve.ts";
import { convertStream } from "./stream.ts";

/** Runs `toolglot convert`. */
export async function run(args: Arguments): Promise<ExitCode> {
  const job = readJob(args);
  if (args.has("html")) {
    checkPageOptions(args);
    return convertToPage(job);
  }
  if (args.has("jsonl")) return convertLines(job, bytesOf(job.file));
  const { what, options } = job;
  if (what === "stream" && options.from !== undefined)
    return convertEvents({ ...job, what, options: { ...options, from: options.from } }, bytesOf(job.file));
  const { event, bytes, isLines } = await openInput(job);
  if (isLines) {
    logNote("each line of the input is a response: translating them one by one, as with --jsonl");
    return convertLines({ ...job, kinds: ["response"] }, bytes);
  }
  if (event === undefined && what !== "stream") return convertDocument(job, bytes);
  return convertEvents(resolveJob({ ...job, kinds: ["stream"] }, event ?? null), bytes);
}

function convertEvents(job: ResolvedJob, bytes: AsyncIterable<Buffer>): Promise<ExitCode> {
  return convertStream(job, framedEvents(bytes, job));
}

function checkPageOptions(args: Arguments): void {
  const other = ["json", "jsonl", "compact"].find((name) => args.has(name));
  if (other !== undefined) throw new UsageError(`--html and --${other} exclude each other`);
}
