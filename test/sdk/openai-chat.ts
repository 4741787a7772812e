import OpenAI from "openai";
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionTool } from "openai/resources/chat/completions";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt, collect } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

/** By the helper `stream()`; the plain iterator reads the same bytes, for the reasoning, which the helper does not collect. */
function consume(stream: Body, { status, tools }: ConsumeOptions = {}): Promise<Consumed> {
  const request = { ...REQUEST, ...(tools && { tools: tools as unknown as ChatCompletionTool[] }) };
  return attempt(async () => {
    const completion = await client(answer(stream, status)).chat.completions.stream(request).finalChatCompletion();
    const iterator = await client(answer(stream, status)).chat.completions.create({ ...request, stream: true });
    const chunks = await collect(iterator);
    const deltas = chunks.flatMap(({ choices }) =>
      choices.filter(({ index }) => index === 0).map(({ delta }) => delta),
    );
    const text = deltas.map((delta) => delta?.content ?? "").join("");
    const read = summary(completion, deltas.map(reasoningOf).join(""));
    if (text !== read.text) throw new Error(`the helper read ${read.text}, the iterator ${text}`);
    return { ...read, raw: { completion, chunks } };
  });
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => {
    const completion = await client(answerJson(body, status)).chat.completions.create(REQUEST);
    return summary(completion, reasoningOf(completion.choices[0]?.message));
  });
}

const REQUEST = { model: "model", messages: [{ role: "user" as const, content: "Hi" }] };

function client(fetch: typeof globalThis.fetch): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: "http://localhost/v1", maxRetries: 0, fetch });
}

function summary(completion: ChatCompletion, reasoning: string): Accepted {
  const choice = completion.choices[0];
  if (choice === undefined) throw new Error("no choice");
  const calls = (choice.message.tool_calls ?? []).map((call) =>
    call.type === "custom"
      ? { id: call.id, name: call.custom.name, arguments: JSON.stringify(call.custom.input) }
      : { id: call.id, name: call.function.name, arguments: call.function.arguments },
  );
  const { usage } = completion;
  const text = choice.message.content ?? "";
  const refusal = choice.message.refusal ?? "";
  return accepted({ text, refusal, reasoning, calls, stop: choice.finish_reason, usage, raw: completion });
}

/** No field of OpenAI's own: the two names under which other providers send it. */
function reasoningOf(message: ChatCompletionChunk.Choice.Delta | ChatCompletion["choices"][0]["message"] | undefined) {
  const { reasoning_content, reasoning = reasoning_content } = (message ?? {}) as {
    reasoning?: unknown;
    reasoning_content?: unknown;
  };
  return typeof reasoning === "string" ? reasoning : "";
}
