import type {
  ContentBlock,
  ConverseRequest,
  ConverseResponse,
  ConverseStreamOutput,
  Message,
  Tool,
  ToolChoice,
  ToolResultBlock,
  ToolUseBlock,
} from "@aws-sdk/client-bedrock-runtime";
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

/** What the SDK sends and reads as JSON: bytes are Base64 there. */
type AsJson<T> = T extends Uint8Array
  ? string
  : T extends readonly (infer Item)[]
    ? AsJson<Item>[]
    : T extends object
      ? { [K in keyof T]: AsJson<T[K]> }
      : T;

// What is written, in the SDK's hands.
const tools = convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "bedrock" });
accepts<Tool[]>(tools.value);
accepts<ToolChoice | undefined>(convertToolChoice("required", { from: "openai-chat", to: "bedrock" }).value);
accepts<ContentBlock[]>(convertToolCalls([], { from: "anthropic", to: "bedrock" }).value);
accepts<AsJson<Message>>(formatToolResult({ id: "tooluse_1", name: "now", content: "noon" }, { to: "bedrock" }));
accepts<AsJson<Message[]>>(convertToolResults([], { from: "anthropic", to: "bedrock" }).value);

// The model is in the URL, and beside the fields of the body in the SDK.
const provider = createBridge({ client: "anthropic", provider: "bedrock" });
const { value: request } = provider.request({ model: "m", max_tokens: 1, messages: [] });
accepts<AsJson<Omit<ConverseRequest, "modelId">>>(request);
accepts<Omit<ConverseRequest, "modelId" | "messages">>((({ messages: _, ...rest }) => rest)(request));

const client = createBridge({ client: "bedrock", provider: "anthropic" });
const { value: response } = client.response({ type: "message", role: "assistant", content: [], stop_reason: null });
accepts<AsJson<ConverseResponse>>(response);

// The SDK's values, as input.
convertTools(a<Tool[]>(), { from: "bedrock", to: "anthropic" });
convertToolChoice(a<ToolChoice>(), { from: "bedrock", to: "anthropic" });
parseToolCalls(a<ConverseResponse>(), { from: "bedrock" });
parseToolCalls(a<Message>(), { from: "bedrock" });
parseToolCalls({ toolUse: a<ToolUseBlock>() }, { from: "bedrock" });
convertToolResults(a<Message[]>(), { from: "bedrock", to: "anthropic" });
convertToolResults([{ toolResult: a<ToolResultBlock>() }], { from: "bedrock", to: "anthropic" });
client.request(a<ConverseRequest>());
provider.response(a<ConverseResponse>());

// The values of another vendor's SDK are another dialect.
// @ts-expect-error Bedrock's response is not one of Chat
parseToolCalls(a<ConverseResponse>(), { from: "openai-chat" });
// @ts-expect-error Bedrock's tool is not one of Anthropic
convertTools([a<Tool.ToolSpecMember>()], { from: "anthropic", to: "gemini" });

// Events of streams.
accepts<ConverseStreamOutput[]>(client.events().end());
provider.events().push(a<ConverseStreamOutput>());
