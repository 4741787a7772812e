import { type ChatResponse, Ollama, type Tool } from "ollama";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt, collect } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

function consume(stream: Body, { status, tools }: ConsumeOptions = {}): Promise<Consumed> {
  const request = { ...REQUEST, ...(tools && { tools: tools as unknown as Tool[] }) };
  return attempt(async () => {
    const ollama = client(answer(stream, status, "application/x-ndjson"));
    return summary(await collect(await ollama.chat({ ...request, stream: true })));
  });
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => {
    const response = await client(answerJson(body, status)).chat({ ...REQUEST, stream: false });
    return { ...summary([response]), raw: response };
  });
}

const REQUEST = { model: "model", messages: [{ role: "user", content: "Hi" }] };

function client(fetch: typeof globalThis.fetch): Ollama {
  return new Ollama({ host: "http://localhost", fetch });
}

function summary(chunks: readonly ChatResponse[]): Accepted {
  const messages = chunks.map(({ message }) => message);
  const { done_reason: stop, prompt_eval_count, eval_count } = chunks.at(-1) ?? {};
  return accepted({
    text: messages.map(({ content }) => content).join(""),
    reasoning: messages.map(({ thinking }) => thinking ?? "").join(""),
    calls: messages.flatMap(({ tool_calls }) => tool_calls ?? []).map(callOf),
    stop,
    usage: JSON.parse(JSON.stringify({ prompt_eval_count, eval_count })),
    raw: chunks,
  });
}

/** Newer servers give calls an id, which the types of this SDK do not know. */
function callOf(call: NonNullable<ChatResponse["message"]["tool_calls"]>[number] & { id?: string }) {
  return { id: call.id, name: call.function.name, arguments: JSON.stringify(call.function.arguments) };
}
