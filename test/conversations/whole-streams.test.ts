import type { AnswerTranslation, Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { readConversationCases } from "../support/conversation-cases.ts";
import { createBridge } from "../support/dynamic.ts";
import { asAssembled, assembled } from "./assembled/index.ts";
import { isWhole, normalized } from "./assembled/normalized.ts";
import { DIALECTS } from "./dialects.ts";
import { type Recorded, recordedFor, streams } from "./recorded.ts";

/** The streams of the Rosetta cases, which are there without the recordings; what holds another vendor's signature comes from no provider. */
const written: readonly Recorded<string>[] = readConversationCases("streams").flatMap(({ name, files }) =>
  [...files]
    .filter(([, body]) => typeof body === "string" && !/tg1:|dGcxO/.test(body))
    .map(([dialect, body]) => ({ id: name, dialect, model: undefined, body: String(body) })),
);

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const LINE = { model: "m", created_at: "2026-11-15T00:00:00Z" };
const INTERACTION = { id: "v1_1", object: "interaction", model: "m", status: "in_progress" };

/** Streams in which the model draws between two texts. */
const drawn: Readonly<Record<string, readonly JsonObject[]>> = {
  gemini: [
    { candidates: [{ content: { role: "model", parts: [{ text: "Here:" }] }, index: 0 }] },
    { candidates: [{ content: { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: PNG } }] } }] },
    { candidates: [{ content: { role: "model", parts: [{ text: "Nice." }] }, finishReason: "STOP", index: 0 }] },
  ],
  "gemini-interactions": [
    { event_type: "interaction.created", interaction: INTERACTION },
    { event_type: "step.start", index: 0, step: { type: "model_output" } },
    { event_type: "step.delta", index: 0, delta: { type: "text", text: "Here:" } },
    { event_type: "step.delta", index: 0, delta: { type: "image", mime_type: "image/png", data: PNG } },
    { event_type: "step.stop", index: 0 },
    { event_type: "interaction.completed", interaction: { ...INTERACTION, status: "completed" } },
  ],
  ollama: [
    { ...LINE, message: { role: "assistant", content: "Here:" }, done: false },
    { ...LINE, message: { role: "assistant", content: "", images: [PNG] }, done: false },
    { ...LINE, message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
  ],
};

const images = Object.entries(drawn).map(([dialect, events]): Recorded<string> => {
  const lines = events.map((event) => JSON.stringify(event));
  const body = dialect === "ollama" ? lines.join("\n") : lines.map((line) => `data: ${line}\n`).join("\n");
  return { id: "image-of-the-model", dialect, model: undefined, body: `${body}\n` };
});

/** Streams with more information than a unary response of some dialects: that a call comes before text. */
const TELLING: ReadonlySet<string> = new Set(["call-and-text"]);

/** Streams that have a whole answer, with that. */
const answered = [...written, ...images, ...streams].flatMap((stream) => {
  const whole = assembled(stream.dialect, stream.body);
  return isWhole(whole) && !TELLING.has(stream.id) ? [{ ...stream, whole }] : [];
});

/** A translated stream adds up to the translated unary response, and both report the same losses and changes. */
describe("a stream has the same content as the unary response", () => {
  for (const from of DIALECTS) {
    for (const to of DIALECTS) {
      if (from === to) continue;
      it(`from ${from} to ${to}`, () => {
        const own = recordedFor(answered, from, to);
        expect(own.length).toBeGreaterThan(0);
        const [streamed, whole] = [own.map((each) => inPieces(each, to)), own.map((each) => atOnce(each, to))];
        expect(streamed).toEqual(whole);
      });
    }
  }
});

type Answered = (typeof answered)[number];

function inPieces({ id, dialect, body }: Answered, to: string): unknown {
  const stream = asked(dialect, to).stream();
  const sent = stream.push(body) + stream.end();
  return stream.failure === undefined
    ? { id, said: normalized(assembled(to, sent)), told: reportedIn(stream) }
    : { id };
}

function atOnce({ id, dialect, whole }: Answered, to: string): unknown {
  const answer = asked(dialect, to).response(whole);
  return answer.status === undefined
    ? { id, said: normalized(asAssembled(to, answer.value)), told: reportedIn(answer) }
    : { id };
}

function asked(provider: string, client: string) {
  const bridge = createBridge({ client, provider });
  bridge.request(REQUESTS[client] ?? {});
  return bridge;
}

const MESSAGES: Json = [{ role: "user", content: "Hi" }];
const COUNTED: JsonObject = { model: "m", stream: true, stream_options: { include_usage: true }, messages: MESSAGES };

const REQUESTS: Readonly<Record<string, JsonObject>> = {
  "openai-chat": COUNTED,
  openrouter: COUNTED,
  "openai-responses": { model: "m", stream: true, input: "Hi" },
  anthropic: { model: "m", stream: true, max_tokens: 9, messages: MESSAGES },
  gemini: { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
  "gemini-interactions": { model: "m", stream: true, input: "Hi" },
  ollama: { model: "m", messages: MESSAGES },
  bedrock: { messages: [{ role: "user", content: [{ text: "Hi" }] }] },
};

function reportedIn({ losses, changes }: Pick<AnswerTranslation, "losses" | "changes">): string[] {
  const lost = losses.map(({ feature }) => NAMES[feature] ?? feature);
  const changed = changes.map(({ rule }) => rule).filter((rule) => !HABITS.has(rule));
  return [...new Set([...lost, ...changed])].toSorted();
}

/** Changes of what a source writes in whole answers and not in streams, or the other way round. */
const HABITS: ReadonlySet<string> = new Set([
  ...["null-field", "default-layout", "empty-text", "joined-text", "response-time", "counted-together"],
]);

/** Things that have one name for all dialects in streams, and the source's own in whole answers. */
const NAMES: Readonly<Record<string, string>> = {
  thoughtSignature: "signature",
  annotations: "citations",
  groundingMetadata: "citations",
  citationMetadata: "citations",
};
