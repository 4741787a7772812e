import OpenAI from "openai";
import type { Response, ResponseOutputItem, Tool } from "openai/resources/responses/responses";
import type { Json } from "../support/json.ts";
import { accepted, answer, answerJson, attempt } from "./answer.ts";
import type { Accepted, Body, Call, Consumed, ConsumeOptions, Sdk } from "./types.ts";

export const sdk: Sdk = { consume, parse };

function consume(stream: Body, { status, tools }: ConsumeOptions = {}): Promise<Consumed> {
  const request = { ...REQUEST, ...(tools && { tools: tools as unknown as Tool[] }) };
  return attempt(async () => summary(await client(answer(stream, status)).responses.stream(request).finalResponse()));
}

function parse(body: Json, status = 200): Promise<Consumed> {
  return attempt(async () => summary(await client(answerJson(body, status)).responses.create(REQUEST)));
}

const REQUEST = { model: "model", input: "Hi" };

function client(fetch: typeof globalThis.fetch): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: "http://localhost/v1", maxRetries: 0, fetch });
}

function summary(response: Response): Accepted {
  return accepted({
    text: response.output_text,
    refusal: response.output.flatMap(refusalsOf).join(""),
    reasoning: response.output.flatMap(reasoningOf).join(""),
    calls: response.output.flatMap(callsOf),
    stop: response.incomplete_details?.reason ?? response.status,
    usage: response.usage,
    raw: response,
  });
}

function refusalsOf(item: ResponseOutputItem): string[] {
  if (item.type !== "message") return [];
  return item.content.flatMap((part) => (part.type === "refusal" ? [part.refusal] : []));
}

function reasoningOf(item: ResponseOutputItem): string[] {
  if (item.type !== "reasoning") return [];
  return [...item.summary, ...(item.content ?? [])].map(({ text }) => text);
}

/** The calls that are the caller's to answer, and have a name. */
function callsOf(item: ResponseOutputItem): (Call & { id: string })[] {
  if (item.type === "function_call") return [{ id: item.call_id, name: item.name, arguments: item.arguments }];
  if (item.type !== "custom_tool_call") return [];
  return [{ id: item.call_id, name: item.name, arguments: JSON.stringify(item.input) }];
}
