import Anthropic from "@anthropic-ai/sdk";
import type { ContentBlock, Message, ToolUnion } from "@anthropic-ai/sdk/resources/messages";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt } from "./answer.ts";
import type { Accepted, Body, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

function consume(stream: Body, { status, tools }: ConsumeOptions = {}): Promise<Consumed> {
  const request = { ...REQUEST, ...(tools && { tools: tools as unknown as ToolUnion[] }) };
  return attempt(async () => summary(await client(answer(stream, status)).messages.stream(request).finalMessage()));
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => summary(await client(answerJson(body, status)).messages.create(REQUEST)));
}

const REQUEST = { model: "model", max_tokens: 1024, messages: [{ role: "user" as const, content: "Hi" }] };

function client(fetch: typeof globalThis.fetch): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL: "http://localhost", maxRetries: 0, fetch });
}

function summary(message: Message): Accepted {
  const blocks = message.content;
  return accepted({
    text: of(blocks, "text")
      .map(({ text }) => text)
      .join(""),
    reasoning: of(blocks, "thinking")
      .map(({ thinking }) => thinking)
      .join(""),
    calls: of(blocks, "tool_use").map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
    stop: message.stop_reason,
    usage: message.usage,
    raw: message,
  });
}

function of<Type extends ContentBlock["type"]>(blocks: readonly ContentBlock[], type: Type) {
  return blocks.filter((block): block is Extract<ContentBlock, { type: Type }> => block.type === type);
}
