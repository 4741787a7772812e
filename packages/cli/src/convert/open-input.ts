import { detectDialect, type Json, stringifyJson } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import { bytesOf } from "../input/read.ts";
import { hasTools } from "./identify.ts";
import type { Job } from "./job.ts";
import { type Peeked, peekEvent } from "./peek.ts";

/** An input that is a stream if it begins with an event, and one JSON text otherwise. */
export type OpenInput = Pick<Peeked, "event" | "bytes">;

/** Opens the input of a job, and finds out whether it is a stream. */
export async function openInput({ file, what, kinds }: Job): Promise<OpenInput> {
  const { event, isLine, bytes } = await peekEvent(bytesOf(file));
  if (what === "stream" || event === undefined) return { event, bytes };
  const mayBeStream = kinds.includes("stream");
  if (mayBeStream && isStreamEvent(event)) return { event, bytes };
  if (isLine)
    throw new UsageError(`${SEVERAL_TEXTS}${mayBeStream ? ", or with --what stream if they are events" : ""}`);
  if (hasTools(event)) return { event: undefined, bytes: resultIn(event) };
  return { event: mayBeStream ? event : undefined, bytes };
}

const SEVERAL_TEXTS = "each line of the input is a JSON text of its own: translate them with --jsonl";

function isStreamEvent(event: Json): boolean {
  return detectDialect(event, { what: "stream" }) !== undefined;
}

// MCP servers may answer with one event, which holds all of the result:
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
async function* resultIn(event: Json): AsyncGenerator<Buffer> {
  yield Buffer.from(stringifyJson(event));
}
