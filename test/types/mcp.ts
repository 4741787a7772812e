import type { CallToolRequest, CallToolResult, ListToolsResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { checkTools, convertToolCalls, convertToolResults, convertTools, formatToolResult } from "@toolglot/core";
import { a, accepts } from "./assignable.ts";

// What is written, in the SDK's hands.
accepts<Tool[]>(convertTools([], { from: "openai-chat", to: "mcp" }).value);
const [call] = convertToolCalls([], { from: "anthropic", to: "mcp" }).value;
if (call !== undefined) accepts<CallToolRequest["params"]>(call.params);
accepts<CallToolResult>(formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "mcp" }).result);

// The SDK's values, as input.
convertTools(a<ListToolsResult>().tools, { from: "mcp", to: "anthropic" });
checkTools(a<Tool[]>(), { from: "mcp", to: "anthropic" });
convertToolCalls(a<CallToolRequest>(), { from: "mcp", to: "anthropic" });
convertToolResults([a<CallToolResult>()], { from: "mcp", to: "anthropic" });

// Executables have no SDK.
const [executable] = convertTools(a<Tool[]>(), { from: "mcp", to: "executable" }).value;
accepts<string | undefined>(executable?.description);
