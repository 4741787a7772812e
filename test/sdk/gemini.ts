import { type Content, type GenerateContentResponse, GoogleGenAI, type Part, type ToolUnion } from "@google/genai";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt, collect } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

/** By `generateContentStream` and, for what stays in a conversation, by `sendMessageStream`. */
function consume(stream: Body, { status, tools }: ConsumeOptions = {}): Promise<Consumed> {
  const config = { ...CONFIG, ...(tools && { tools: tools as unknown as ToolUnion[] }) };
  return attempt(async () => {
    const models = client(answer(stream, status)).models;
    const chunks = await collect(await models.generateContentStream({ model: MODEL, contents: "Hi", config }));
    const chat = client(answer(stream, status)).chats.create({ model: MODEL, config });
    await collect(await chat.sendMessageStream({ message: "Hi" }));
    const history: Content[] = chat.getHistory();
    return { ...summary(chunks), raw: { chunks, history } };
  });
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => {
    const { models } = client(answerJson(body, status));
    const response = await models.generateContent({ model: MODEL, contents: "Hi", config: CONFIG });
    return { ...summary([response]), raw: response };
  });
}

const MODEL = "model";
const CONFIG = { automaticContinuation: false, automaticFunctionCalling: { disable: true } };

function client(fetch: typeof globalThis.fetch): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: "http://localhost", fetch } });
}

/** The parts of the first candidate, as the SDK's own `text` and `functionCalls` take them, but without their warnings. */
function summary(chunks: readonly GenerateContentResponse[]): Accepted {
  const candidates = chunks.flatMap(({ candidates }) => candidates?.slice(0, 1) ?? []);
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  const last = <T>(values: readonly T[]) => values.findLast((value) => value !== undefined);
  return accepted({
    text: textOf(parts.filter(({ thought }) => thought !== true)),
    reasoning: textOf(parts.filter(({ thought }) => thought === true)),
    calls: parts.flatMap(callOf),
    stop: last(candidates.map(({ finishReason }) => finishReason)) ?? chunks.at(-1)?.promptFeedback?.blockReason,
    usage: last(chunks.map(({ usageMetadata }) => usageMetadata)),
    raw: chunks,
  });
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text ?? "").join("");
}

/** The SDK puts no arguments together that come in parts (`partialArgs`): their calls seem empty, and what follows has no name. */
function callOf({ functionCall: { id, name, args = {} } = {} }: Part) {
  return name === undefined ? [] : [{ id, name, arguments: JSON.stringify(args) }];
}
