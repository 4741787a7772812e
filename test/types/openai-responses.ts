import {
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
  type ResponsesStreamEvent,
} from "@toolglot/core";
import type OpenAI from "openai";
import { a, accepts } from "./assignable.ts";

type Response = OpenAI.Responses.Response;
type Params = OpenAI.Responses.ResponseCreateParams;
type Item = OpenAI.Responses.ResponseInputItem;

// What is written, in the SDK's hands.
accepts<OpenAI.Responses.Tool[]>(
  convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "responses" }).value,
);
accepts<Params["tool_choice"]>(convertToolChoice({ type: "any" }, { from: "anthropic", to: "openai-responses" }).value);
accepts<(OpenAI.Responses.ResponseFunctionToolCall | OpenAI.Responses.ResponseCustomToolCall)[]>(
  convertToolCalls([], { from: "anthropic", to: "openai-responses" }).value,
);
accepts<Item>(formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "openai-responses" }));
accepts<Item[]>(convertToolResults([], { from: "anthropic", to: "openai-responses" }).value);

const provider = createBridge({ client: "anthropic", provider: "openai-responses" });
const { value: request } = provider.request({ model: "m", max_tokens: 1, messages: [] });
accepts<Params>({ ...request, stream: false });
accepts<Params>({ ...request, stream: true });
accepts<Parameters<OpenAI["responses"]["create"]>[0]>(request);

// The SDK adds `output_text`, which is not on the wire.
const client = createBridge({ client: "openai-responses", provider: "anthropic" });
const { value: response } = client.response({ type: "message", role: "assistant", content: [], stop_reason: null });
accepts<Omit<Response, "output_text">>(response);

// The SDK's values, as input.
convertTools(a<OpenAI.Responses.Tool[]>(), { from: "responses", to: "anthropic" });
convertToolChoice(a<NonNullable<Params["tool_choice"]>>(), { from: "responses", to: "anthropic" });
parseToolCalls(a<Response>(), { from: "openai-responses" });
parseToolCalls(a<Response>().output, { from: "openai-responses" });
parseToolCalls(a<OpenAI.Responses.ResponseFunctionToolCall>(), { from: "openai-responses" });
convertToolResults(a<Item[]>(), { from: "openai-responses", to: "gemini" });
client.request(a<Params>());
provider.response(a<Response>());

// The values of another vendor's SDK are another dialect.
// @ts-expect-error a response of Responses is not one of Chat
createBridge({ client: "anthropic", provider: "openai-chat" }).response(a<Response>());
// @ts-expect-error a response of Responses is not one of Chat
parseToolCalls(a<Response>(), { from: "openai-chat" });

// Events of streams; those of a whole response have it without `output_text`.
type Whole = { readonly response: unknown };
accepts<OpenAI.Responses.ResponseStreamEvent>(a<Exclude<ResponsesStreamEvent, Whole>>());
accepts<ResponsesStreamEvent[]>(client.events().end());
provider.events().push(a<OpenAI.Responses.ResponseStreamEvent>());
