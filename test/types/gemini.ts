import type {
  Candidate,
  Content,
  GenerateContentConfig,
  GenerateContentParameters,
  GenerateContentResponse,
  Part,
  Tool,
  ToolConfig,
} from "@google/genai";
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
accepts<Tool[]>(convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "google" }).value);
accepts<ToolConfig | undefined>(convertToolChoice({ type: "any" }, { from: "anthropic", to: "gemini" }).value);
accepts<Part[]>(convertToolCalls([], { from: "anthropic", to: "gemini" }).value);
accepts<Content>(formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "gemini" }));
accepts<Content[]>(convertToolResults([], { from: "anthropic", to: "gemini" }).value);

// The SDK has the settings of a request in one object, which the wire has next to the contents.
const provider = createBridge({ client: "anthropic", provider: "gemini" });
const { contents, generationConfig, ...rest } = provider.request({ model: "m", max_tokens: 1, messages: [] }).value;
accepts<GenerateContentConfig>({ ...rest, ...generationConfig });
accepts<GenerateContentParameters>({ model: "m", contents, config: { ...rest, ...generationConfig } });

// The SDK adds getters, which are not on the wire.
type Getters = "text" | "data" | "functionCalls" | "executableCode" | "codeExecutionResult" | "initialPromptTokenCount";
const client = createBridge({ client: "gemini", provider: "anthropic" });
const { value: response } = client.response({ type: "message", role: "assistant", content: [], stop_reason: null });
accepts<Omit<GenerateContentResponse, Getters>>(response);
accepts<Candidate[] | undefined>(response.candidates);

// The SDK's values, as input.
convertTools(a<Tool[]>(), { from: "gemini", to: "anthropic" });
convertToolChoice(a<ToolConfig>(), { from: "gemini", to: "anthropic" });
parseToolCalls(a<GenerateContentResponse>(), { from: "gemini" });
parseToolCalls(a<Content>(), { from: "gemini" });
parseToolCalls([a<Part>()], { from: "gemini" });
convertToolResults(a<Content[]>(), { from: "gemini", to: "anthropic" });
client.request({ contents: a<Content[]>(), tools: a<Tool[]>(), toolConfig: a<ToolConfig>() });
provider.response(a<GenerateContentResponse>());

// Events of streams.
accepts<Omit<GenerateContentResponse, Getters>[]>(client.events().end());
provider.events().push(a<GenerateContentResponse>());
