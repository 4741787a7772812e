import type Anthropic from "@anthropic-ai/sdk";
import {
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
} from "@toolglot/core";
import { a, accepts } from "./assignable.ts";

// What is written, in the SDK's hands.
const tools = convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "anthropic" });
accepts<Anthropic.ToolUnion[]>(tools.value);
accepts<Anthropic.ToolChoice | undefined>(
  convertToolChoice("required", { from: "openai-chat", to: "anthropic" }).value,
);
accepts<Anthropic.ToolUseBlockParam[]>(
  convertToolCalls(a<Anthropic.ToolUseBlock[]>(), { from: "anthropic", to: "anthropic" }).value,
);
accepts<Anthropic.MessageParam>(formatToolResult({ id: "toolu_1", name: "now", content: "noon" }, { to: "claude" }));
accepts<Anthropic.MessageParam[]>(
  convertToolResults(
    { role: "tool", content: "noon", tool_call_id: "call_1" },
    { from: "openai-chat", to: "anthropic" },
  ).value,
);

const provider = createBridge({ client: "openai-chat", provider: "anthropic" });
const { value: request } = provider.request({ model: "gpt-5.6", messages: [{ role: "user", content: "hi" }] });
accepts<Anthropic.MessageCreateParams>({ ...request, stream: false });
accepts<Anthropic.MessageCreateParams>({ ...request, stream: true });
accepts<Parameters<Anthropic["messages"]["create"]>[0]>(request);

const client = createBridge({ client: "anthropic", provider: "openai-responses" });
accepts<Anthropic.Message>(client.response({ object: "response", output: [] }).value);

// The SDK's values, as input.
convertTools(a<Anthropic.ToolUnion[]>(), { from: "anthropic", to: "gemini" });
convertTools([a<Anthropic.Tool>()], { from: "claude", to: "gemini" });
convertToolChoice(a<Anthropic.ToolChoice>(), { from: "anthropic", to: "gemini" });
parseToolCalls(a<Anthropic.Message>(), { from: "anthropic" });
parseToolCalls(a<Anthropic.Message>().content, { from: "anthropic" });
parseToolCalls(a<Anthropic.ToolUseBlock>(), { from: "anthropic" });
convertToolResults(a<Anthropic.MessageParam>(), { from: "anthropic", to: "gemini" });
convertToolResults([a<Anthropic.ToolResultBlockParam>()], { from: "anthropic", to: "gemini" });
client.request(a<Anthropic.MessageCreateParams>());
client.request(a<Anthropic.MessageCreateParamsNonStreaming>());
provider.response(a<Anthropic.Message>());

// The values of another vendor's SDK are another dialect.
// @ts-expect-error Anthropic's message is not a response of Chat
parseToolCalls(a<Anthropic.Message>(), { from: "openai-chat" });
// @ts-expect-error Anthropic's message is not a response of Ollama
parseToolCalls(a<Anthropic.Message>(), { from: "ollama" });
// @ts-expect-error Anthropic's tool is not one of MCP
convertTools([a<Anthropic.Tool>()], { from: "mcp", to: "gemini" });
// @ts-expect-error Anthropic's message is not a response of Chat
createBridge({ client: "ollama", provider: "openai-chat" }).response(a<Anthropic.Message>());

// Events of streams.
accepts<Anthropic.RawMessageStreamEvent[]>(client.events().end());
provider.events().push(a<Anthropic.RawMessageStreamEvent>());
// @ts-expect-error Anthropic's event is not a chunk of Chat
createBridge({ client: "gemini", provider: "openai-chat" }).events().push(a<Anthropic.RawMessageStreamEvent>());
