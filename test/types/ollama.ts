import {
  convertToolCalls,
  convertToolResults,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
} from "@toolglot/core";
import type { ChatRequest, ChatResponse, Message, Tool, ToolCall } from "ollama";
import { a, accepts } from "./assignable.ts";

// What is written, in the SDK's hands.
accepts<Tool[]>(convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "ollama" }).value);
accepts<ToolCall[]>(convertToolCalls([], { from: "anthropic", to: "ollama" }).value);
accepts<Message>(formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "ollama" }));
accepts<Message[]>(convertToolResults([], { from: "anthropic", to: "ollama" }).value);

const provider = createBridge({ client: "anthropic", provider: "ollama" });
const { value: request } = provider.request({ model: "m", max_tokens: 1, messages: [] });
accepts<ChatRequest>(request);
accepts<ChatRequest & { stream: true }>({ ...request, stream: true });

// The SDK's type says that the time is a `Date`, which JSON does not have, and that all counts are always there.
type Counts = Exclude<keyof ChatResponse, "model" | "message" | "done">;
const client = createBridge({ client: "ollama", provider: "anthropic" });
const { value: response } = client.response({ type: "message", role: "assistant", content: [], stop_reason: null });
accepts<Omit<ChatResponse, Counts> & Partial<Pick<ChatResponse, Exclude<Counts, "created_at">>>>(response);

// The SDK's values, as input.
convertTools(a<Tool[]>(), { from: "ollama", to: "anthropic" });
parseToolCalls(a<ChatResponse>(), { from: "ollama" });
parseToolCalls(a<Message>(), { from: "ollama" });
parseToolCalls(a<ToolCall[]>(), { from: "ollama" });
convertToolResults(a<Message[]>(), { from: "ollama", to: "anthropic" });
client.request(a<ChatRequest>());
provider.response(a<ChatResponse>());

// Events of streams.
provider.events().push(a<ChatResponse>());
accepts<Message[]>(
  client
    .events()
    .end()
    .map(({ message }) => message),
);
