import type { Json } from "@toolglot/core";
import * as translated from "../../../../test/known-failures/translate.ts";
import type { AssistantTurn } from "../../../../test/known-failures/wire.ts";
import * as responses from "../../../../test/known-failures/wire-responses.ts";
import * as streams from "../../../../test/known-failures/wire-streams.ts";
import { eventStreamMessage } from "../../src/sim/event-stream.ts";
import type { ClientDialect } from "../matrix/clients/index.ts";
import { interactionFrames, interactionOf } from "./interactions-wire.ts";

type Written = AssistantTurn;

/** The frames of a provider's stream as text, in order; those of Bedrock are lines such as `{"messageStop":{…}}`. */
export function writeStream(dialect: ClientDialect, written: Written): string[] {
  if (dialect === "bedrock") return converseFrames(written);
  return dialect === "gemini-interactions" ? interactionFrames(written) : streams.writeStream(dialect, written);
}

/** A unary response of a provider. */
export function writeResponse(dialect: ClientDialect, written: Written): Json {
  if (dialect === "bedrock") return converseResponse(written);
  return dialect === "gemini-interactions" ? interactionOf(written) : responses.writeResponse(dialect, written);
}

/** Frames as they are sent. */
export function wireBytes(dialect: ClientDialect, frames: string): Buffer {
  if (dialect !== "bedrock") return Buffer.from(frames);
  return Buffer.concat(frames.split("\n").filter(Boolean).map(messageOf));
}

/** The content type of a provider's stream. */
export function streamType(dialect: string): string {
  return TYPES[dialect] ?? "text/event-stream";
}

const TYPES: Readonly<Record<string, string>> = {
  ollama: "application/x-ndjson",
  bedrock: "application/vnd.amazon.eventstream",
};

/** Whether a client's stream, as text, ends with an error of its dialect. */
export function failed(client: ClientDialect, stream: string): boolean {
  if (client === "bedrock") return /(?:^|\n)\{"\w+Exception":[^\n]*\}\n$/.test(stream);
  if (client === "gemini-interactions") return /(?:^|\n\n)event: error\ndata: [^\n]*\n\n$/.test(stream);
  return translated.failed(client, stream);
}

/** Whether a client's stream, as text, tells that the response is complete. */
export function succeeded(client: ClientDialect, stream: string): boolean {
  if (client === "bedrock") return /"messageStop"|"metadata"/.test(stream);
  if (client === "gemini-interactions") return /interaction\.completed|\[DONE\]/.test(stream);
  return translated.succeeded(client, stream);
}

// The payload stays as it is written, escapes included.
function messageOf(line: string): Uint8Array {
  const [, name = "", payload = line] = /^\{"(\w+)":(.*)\}$/s.exec(line) ?? [];
  const kind = name.endsWith("Exception") ? "exception" : "event";
  const headers = { [`:${kind}-type`]: name, ":content-type": "application/json", ":message-type": kind };
  return eventStreamMessage(headers, Buffer.from(payload));
}

const USAGE = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };

function converseResponse({ text: said, calls = [] }: Written): Json {
  const uses = calls.map(({ id, name, arguments: input }) => ({
    toolUse: { toolUseId: id, name, input: JSON.parse(input) },
  }));
  return {
    output: { message: { role: "assistant", content: [...(said === undefined ? [] : [{ text: said }]), ...uses] } },
    stopReason: calls.length > 0 ? "tool_use" : "end_turn",
    usage: USAGE,
    metrics: { latencyMs: 1 },
  };
}

function converseFrames({ text: said, calls = [] }: Written): string[] {
  const first = said === undefined ? 0 : 1;
  return [
    line("messageStart", { role: "assistant" }),
    ...(said === undefined
      ? []
      : blockFrames(
          0,
          undefined,
          halves(said).map((half) => ({ text: half })),
        )),
    ...calls.flatMap(({ id, name, arguments: input }, index) =>
      blockFrames(
        first + index,
        { toolUse: { toolUseId: id, name } },
        halves(input).map((half) => ({ toolUse: { input: half } })),
      ),
    ),
    line("messageStop", { stopReason: calls.length > 0 ? "tool_use" : "end_turn" }),
    line("metadata", { usage: USAGE, metrics: { latencyMs: 1 } }),
  ];
}

function blockFrames(contentBlockIndex: number, start: Json | undefined, deltas: readonly Json[]): string[] {
  return [
    ...(start === undefined ? [] : [line("contentBlockStart", { contentBlockIndex, start })]),
    ...deltas.map((delta) => line("contentBlockDelta", { contentBlockIndex, delta })),
    line("contentBlockStop", { contentBlockIndex }),
  ];
}

function line(name: string, event: Json): string {
  return `${JSON.stringify({ [name]: event })}\n`;
}

function halves(whole: string): [string, string] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)];
}
