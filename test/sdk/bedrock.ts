import { Readable } from "node:stream";
import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  type ContentBlock,
  ConverseCommand,
  type ConverseResponse,
  ConverseStreamCommand,
  type ConverseStreamOutput,
} from "@aws-sdk/client-bedrock-runtime";
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { isObject, type Json } from "../support/json.ts";
import { accepted, attempt, collect } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

function consume(stream: Body, { status = 200 }: ConsumeOptions = {}): Promise<Consumed> {
  return attempt(async () => {
    const pieces = typeof stream === "string" ? [stream] : stream;
    const bytes = status < 400 ? inPieces(messagesOf(textOf(pieces)), pieces.length) : [textOf(pieces)];
    const { stream: events = [] } = await client(bytes, status, EVENT_STREAM).send(new ConverseStreamCommand(REQUEST));
    return summary(assembled(await collect(events as AsyncIterable<ConverseStreamOutput>)));
  });
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => {
    const bytes = [JSON.stringify(body)];
    return summary(await client(bytes, status, "application/json").send(new ConverseCommand(REQUEST)));
  });
}

const REQUEST = { modelId: "model", messages: [{ role: "user" as const, content: [{ text: "Hi" }] }] };
const EVENT_STREAM = "application/vnd.amazon.eventstream";

/** A client whose only request is answered without a network. */
function client(body: readonly (string | Uint8Array)[], statusCode: number, type: string): BedrockRuntimeClient {
  const headers = { "content-type": statusCode < 400 ? type : "application/json" };
  const handler = {
    handle: async () => ({ response: { statusCode, headers, body: Readable.from(body.map(bytesOf)) } }),
  };
  return new BedrockRuntimeClient({
    region: "us-east-1",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
    maxAttempts: 1,
    requestHandler: handler as unknown as NonNullable<BedrockRuntimeClientConfig["requestHandler"]>,
  });
}

// ── the binary framing ──────────────────────────────────────────────────────

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
  (text) => new TextEncoder().encode(text),
);

/** The messages of a stream whose text has an event in each line. */
function messagesOf(text: string): Uint8Array {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Buffer.concat(lines.map((line) => codec.encode({ headers: headersOf(line), body: bytesOf(payloadOf(line)) })));
}

function headersOf(line: string): Record<string, { readonly type: "string"; readonly value: string }> {
  const [name = ""] = Object.keys(JSON.parse(line));
  const isException = name.endsWith("Exception");
  return {
    [isException ? ":exception-type" : ":event-type"]: { type: "string", value: name },
    ":content-type": { type: "string", value: "application/json" },
    ":message-type": { type: "string", value: isException ? "exception" : "event" },
  };
}

function payloadOf(line: string): string {
  return line.slice(line.indexOf(":") + 1, line.lastIndexOf("}"));
}

function inPieces(bytes: Uint8Array, count: number): Uint8Array[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return starts.map((start) => bytes.subarray(start, start + size));
}

function textOf(pieces: readonly (string | Uint8Array)[]): string {
  return Buffer.concat(pieces.map(bytesOf)).toString("utf8");
}

function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

// ── what a program sees ─────────────────────────────────────────────────────

/** The response that the events make. The SDK yields them one by one, and programs put them together by their indexes. */
function assembled(events: readonly ConverseStreamOutput[]): ConverseResponse {
  const stop = events.find(({ messageStop }) => messageStop !== undefined)?.messageStop?.stopReason;
  if (stop === undefined) throw new Error("the stream ended without messageStop");
  const stopped = events.flatMap(({ contentBlockStop }) => contentBlockStop?.contentBlockIndex ?? []);
  const usage = events.find(({ metadata }) => metadata !== undefined)?.metadata?.usage;
  const content = stopped.map((index) => blockOf(events.filter((event) => indexOf(event) === index)));
  return { output: { message: { role: "assistant", content } }, stopReason: stop, usage, metrics: undefined };
}

function indexOf({ contentBlockStart, contentBlockDelta }: ConverseStreamOutput): number | undefined {
  return (contentBlockStart ?? contentBlockDelta)?.contentBlockIndex;
}

function blockOf(events: readonly ConverseStreamOutput[]): ContentBlock {
  const use = events.find(({ contentBlockStart }) => contentBlockStart !== undefined)?.contentBlockStart?.start
    ?.toolUse;
  const deltas = events.flatMap(({ contentBlockDelta }) => contentBlockDelta?.delta ?? []);
  const input = deltas.map(({ toolUse }) => toolUse?.input ?? "").join("");
  if (use !== undefined) return { toolUse: { ...use, input: parsed(input || "{}") } };
  const text = deltas.map(({ reasoningContent }) => reasoningContent?.text ?? "").join("");
  if (deltas.some(({ reasoningContent }) => reasoningContent !== undefined))
    return { reasoningContent: { reasoningText: { text } } };
  return { text: deltas.map((delta) => delta.text ?? "").join("") };
}

// Arguments that were cut stay text, which no tool can be called with.
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function summary({ output, stopReason, usage }: ConverseResponse): Accepted {
  const blocks = output?.message?.content ?? [];
  return accepted({
    text: blocks.map(textIn).join(""),
    reasoning: blocks.map(({ reasoningContent }) => reasoningContent?.reasoningText?.text ?? "").join(""),
    calls: blocks.flatMap(({ toolUse }) => {
      if (toolUse === undefined || toolUse.type === "server_tool_use") return [];
      const { toolUseId, name = "", input } = toolUse;
      return [{ id: toolUseId, name, arguments: JSON.stringify(input) }];
    }),
    stop: stopReason,
    usage: isObject(usage) ? usage : undefined,
    raw: output,
  });
}

function textIn({ text, citationsContent }: ContentBlock): string {
  return text ?? (citationsContent?.content ?? []).map((each) => each.text ?? "").join("");
}
