import { isObject, type Json, jsonIn } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { streamBytes } from "../support/stream-bytes.ts";
import { DIALECTS } from "./dialects.ts";
import { type Recorded, recordedFor, streams } from "./recorded.ts";

const written: readonly Recorded<string>[] = readConversationCases("streams").flatMap(({ name, files }) =>
  [...files].map(([dialect, body]) => ({ id: name, dialect, model: undefined, body: String(body) })),
);

/** Streams whose every frame is JSON; an SDK yields nothing else. */
const readable = [...written, ...streams].flatMap((stream) => {
  const events = eventsIn(stream.body, stream.dialect);
  return events === undefined ? [] : [{ ...stream, events }];
});

/** The events of an SDK give the client the same events as the bytes that the SDK reads, and the same report. */
describe("a stream of events has the content of the stream of bytes", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      it(`from ${from} to ${to}`, () => {
        const own = recordedFor(readable, from, to);
        expect(own.length).toBeGreaterThan(0);
        expect(own.map((each) => asEvents(each, to))).toEqual(own.map((each) => asBytes(each, to)));
      });
    }
  }

  it("is typed, and takes the instances of an SDK's classes", () => {
    class Chunk {
      readonly candidates = [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }];
      get text(): string {
        return "Hi";
      }
    }
    const events = createBridge({ client: "anthropic", provider: "gemini" }).events();
    const texts = [...events.push(new Chunk() as unknown as Json), ...events.end()].map(({ type }) => type);
    expect(texts).toContain("content_block_delta");
    expect(events.failure).toBeUndefined();
    expect(events.ended).toBe(true);
  });

  it("that is cut short ends with the error of the client's dialect", () => {
    const events = createBridge({ client: "anthropic", provider: "openai-chat" }).events();
    const sent = events.push({ choices: [{ index: 0, delta: { role: "assistant", content: "Hi" } }] });
    expect(sent.map(({ type }) => type)).toEqual(["message_start", "content_block_start", "content_block_delta"]);
    expect(events.end().at(-1)).toMatchObject({ type: "error", error: { type: "api_error" } });
    expect(events.failure).toMatchObject({ code: "upstream_truncated" });
  });
});

describe("a transformer", () => {
  it.each(written.filter(({ id }) => id.includes("call")).slice(0, 6))(
    "pipes bytes as `stream` does: $id, $dialect",
    async ({ dialect, body }) => {
      const piped = new Blob([streamBytes(dialect, body)])
        .stream()
        .pipeThrough(new TransformStream(createBridge({ client: "anthropic", provider: dialect }).transformer()))
        .pipeThrough(new TextEncoderStream());
      const stream = createBridge({ client: "anthropic", provider: dialect }).stream();
      expect(await new Response(piped).text()).toBe(stream.push(body) + stream.end());
    },
  );
});

type Readable = (typeof readable)[number];

function asEvents({ id, dialect, events: chunks }: Readable, to: string): unknown {
  const events = createBridge({ client: to, provider: dialect }).events();
  const yielded = dialect === "bedrock" ? chunks.map((chunk) => withBytes(chunk)) : chunks;
  const sent = [...yielded.flatMap((chunk) => events.push(chunk)), ...events.end()];
  return { id, sent, losses: events.losses, changes: events.changes, failure: events.failure };
}

/** An event as AWS's SDK yields it, which decodes the bytes. */
function withBytes(value: Json): Json {
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const isBytes = BYTES.has(name) && typeof field === "string";
    return [name, isBytes ? Uint8Array.from(Buffer.from(field, "base64")) : withBytes(field)];
  });
  return Object.fromEntries(fields);
}

const BYTES: ReadonlySet<string> = new Set(["redactedContent", "bytes"]);

// Without `[DONE]`, which SDKs do not yield: after it, a response without a finish reason is another error than after the last bytes.
function asBytes({ id, dialect, body }: Readable, to: string): unknown {
  const stream = createBridge({ client: to, provider: dialect }).stream();
  const sent = eventsIn(stream.push(body.replace(/data: ?\[DONE\]\s*$/, "")) + stream.end(), to);
  return { id, sent, losses: stream.losses, changes: stream.changes, failure: stream.failure };
}

function eventsIn(body: string, dialect: string): Json[] | undefined {
  const lines = dialect === "ollama" || dialect === "bedrock";
  const payloads = lines ? body.split("\n") : body.replaceAll(/\r\n?/g, "\n").split("\n\n").map(dataIn);
  const events = payloads.filter((text) => text.trim() !== "" && text !== "[DONE]").map((text) => jsonIn(text));
  return events.every((event) => typeof event === "object" && event !== null) ? (events as Json[]) : undefined;
}

function dataIn(frame: string): string {
  return frame
    .split("\n")
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
    .join("\n");
}
