import {
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
} from "@toolglot/core";
import type OpenAI from "openai";
import { a, accepts } from "./assignable.ts";

type Chat = OpenAI.Chat.Completions.ChatCompletion;
type Params = OpenAI.Chat.Completions.ChatCompletionCreateParams;
type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

// What is written, in the SDK's hands.
accepts<OpenAI.Chat.Completions.ChatCompletionTool[]>(
  convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "openai" }).value,
);
accepts<OpenAI.Chat.Completions.ChatCompletionToolChoiceOption | undefined>(
  convertToolChoice({ type: "any" }, { from: "anthropic", to: "openai-chat" }).value,
);
accepts<OpenAI.Chat.Completions.ChatCompletionMessageToolCall[]>(
  convertToolCalls({ type: "tool_use", id: "toolu_1", name: "now", input: {} }, { from: "claude", to: "openai-chat" })
    .value,
);
accepts<OpenAI.Chat.Completions.ChatCompletionToolMessageParam>(
  formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "openai-chat" }),
);
accepts<Message[]>(convertToolResults([], { from: "anthropic", to: "openai-chat" }).value);

const provider = createBridge({ client: "anthropic", provider: "openai-chat" });
const { value: request } = provider.request({ model: "m", max_tokens: 1, messages: [] });
accepts<Params>({ ...request, stream: false });
accepts<Params>({ ...request, stream: true });
accepts<Parameters<OpenAI["chat"]["completions"]["create"]>[0]>(request);

const client = createBridge({ client: "openai-chat", provider: "anthropic" });
accepts<Chat>(client.response({ type: "message", role: "assistant", content: [], stop_reason: null }).value);

// The SDK's values, as input.
convertTools(a<OpenAI.Chat.Completions.ChatCompletionTool[]>(), { from: "openai", to: "anthropic" });
convertToolChoice(a<OpenAI.Chat.Completions.ChatCompletionToolChoiceOption>(), { from: "openai", to: "anthropic" });
parseToolCalls(a<Chat>(), { from: "openai-chat" });
parseToolCalls(a<OpenAI.Chat.Completions.ChatCompletionMessage>(), { from: "openai-chat" });
parseToolCalls(a<OpenAI.Chat.Completions.ChatCompletionMessageToolCall[]>(), { from: "openai-chat" });
convertToolResults(a<Message[]>(), { from: "openai-chat", to: "gemini" });
client.request(a<Params>());
provider.response(a<Chat>());

// OpenRouter speaks the same dialect with fields of its own, and the same SDK is used for it.
const router = createBridge({ client: "openrouter", provider: "openrouter" });
router.request(a<Params>());
router.response(a<Chat>());
accepts<Chat>(router.response(a<Chat>()).value);

// The values of another vendor's SDK are another dialect.
// @ts-expect-error a response of Chat is not one of Anthropic
parseToolCalls(a<Chat>(), { from: "anthropic" });
// @ts-expect-error a response of Chat is not one of Responses
parseToolCalls(a<Chat>(), { from: "openai-responses" });
// @ts-expect-error parameters of Chat are not a request of Anthropic
createBridge({ client: "anthropic", provider: "openai-chat" }).request(a<Params>());

// Events of streams.
accepts<OpenAI.Chat.Completions.ChatCompletionChunk[]>(client.events().end());
provider.events().push(a<OpenAI.Chat.Completions.ChatCompletionChunk>());
