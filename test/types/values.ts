import type Anthropic from "@anthropic-ai/sdk";
import { convertTools as convertToolsByName, createBridge as createBridgeByName } from "@toolglot/core";
import { anthropic, mcp, openaiChat } from "@toolglot/core/dialects";
import * as calls from "@toolglot/core/dialects/calls";
import { passthrough, schemaSubsets, toolSearch } from "@toolglot/core/features";
import { convertTools, createBridge, formatToolResult, parseToolCalls } from "@toolglot/core/mini";
import type OpenAI from "openai";
import { a, accepts } from "./assignable.ts";

// Values are typed as names are.
const tools = [{ name: "now", inputSchema: { type: "object" } }];
accepts<Anthropic.ToolUnion[]>(convertTools(tools, { from: mcp, to: anthropic }).value);
accepts<Anthropic.ToolUnion[]>(convertToolsByName(tools, { from: mcp, to: anthropic }).value);
accepts<Anthropic.ToolUnion[]>(convertToolsByName(tools, { from: "mcp", to: anthropic }).value);
const bridge = createBridge({ client: anthropic, provider: openaiChat });
accepts<Parameters<OpenAI["chat"]["completions"]["create"]>[0]>(
  bridge.request(a<Anthropic.MessageCreateParams>()).value,
);
accepts<Anthropic.Message>(createBridgeByName({ client: anthropic, provider: openaiChat }).response([]).value);
parseToolCalls(a<Anthropic.Message>(), { from: calls.anthropic });
parseToolCalls(a<Anthropic.Message>(), { from: anthropic });
accepts<Anthropic.MessageParam>(formatToolResult({ id: "1", name: "now", content: "noon" }, { to: calls.anthropic }));

// Features are given by their names.
createBridge({ client: anthropic, provider: anthropic, features: { passthrough, schemaSubsets } });
// @ts-expect-error another feature under this name
createBridge({ client: anthropic, provider: anthropic, features: { passthrough: toolSearch } });
// @ts-expect-error no such feature
createBridge({ client: anthropic, provider: openaiChat, features: { strict: schemaSubsets } });
// @ts-expect-error the whole library has all features
createBridgeByName({ client: anthropic, provider: openaiChat, features: {} });

// Names are for the whole library alone, and what translates calls is no whole dialect.
// @ts-expect-error names are for the whole library
createBridge({ client: "anthropic", provider: openaiChat });
// @ts-expect-error a dialect of calls alone translates no conversations
createBridge({ client: calls.anthropic, provider: openaiChat });
// @ts-expect-error Anthropic's message is not a response of Chat
parseToolCalls(a<Anthropic.Message>(), { from: calls.openaiChat });
