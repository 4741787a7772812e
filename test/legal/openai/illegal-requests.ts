import type { Json } from "../../support/json.ts";
import { legality as chat } from "../openai-chat.ts";
import { legality as responses } from "../openai-responses.ts";
import { legality as openrouter } from "../openrouter.ts";
import type { Violation } from "../types.ts";
import { edit } from "./edit.ts";
import type { Rule } from "./rules.ts";
import { CHAT_REQUEST, OPENROUTER_REQUEST, REASONING_REQUEST, RESPONSES_REQUEST } from "./samples.ts";

/** One sample that breaks a rule, and what the checker says of it. */
export type Row = readonly [rule: Rule, what: string, found: () => Violation[]];
type Changes = Readonly<Record<string, Json | undefined>>;

function change(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `Chat: ${what}`, () => chat.request(edit(CHAT_REQUEST, changes))];
}

function reason(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `Chat: ${what}`, () => chat.request(edit(REASONING_REQUEST, changes))];
}

function route(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `OpenRouter: ${what}`, () => openrouter.request(edit(OPENROUTER_REQUEST, changes))];
}

function respond(rule: Rule, what: string, changes: Changes): Row {
  return [rule, `Responses: ${what}`, () => responses.request(edit(RESPONSES_REQUEST, changes))];
}

const LONG = "x".repeat(65);
const IMAGE: Json = [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }];
const MANY: Json = Array.from({ length: 129 }, (_, index) => ({ type: "function", function: { name: `f${index}` } }));
const TOOLS: Json = [{ type: "function", function: { name: "f" } }];

export const CHAT_ROWS: readonly Row[] = [
  ["body.object", "Chat: a list", () => chat.request([])],
  change("parameter.required", "no messages", { "/messages": [] }),
  change("parameter.required", "no model", { "/model": undefined }),
  change("parameter.type", "a text for a number", { "/temperature": "hot" }),
  change("parameter.range", "a temperature of 3", { "/temperature": 3 }),
  change("parameter.range", "n of 129", { "/n": 129 }),
  change("parameter.value", "an unknown verbosity", { "/verbosity": "huge" }),
  change("parameter.null", "no tools at all, but null", { "/tools": null }),
  change("parameter.unknown", "a parameter of another API", { "/max_output_tokens": 16 }),
  change("parameter.together", "stream_options without a stream", { "/stream_options": { include_usage: true } }),
  change("parameter.together", "top_logprobs without logprobs", { "/top_logprobs": 2 }),
  change("metadata.limits", "17 pairs", {
    "/metadata": Object.fromEntries([..."abcdefghijklmnopq"].map((key) => [key, ""])),
  }),
  change("metadata.limits", "a long key", { "/metadata": { [LONG]: "" } }),
  change("metadata.limits", "a long value", { "/metadata/a": "x".repeat(513) }),
  change("stop.limits", "five stops", { "/stop": ["a", "b", "c", "d", "e"] }),
  change("format.shape", "a flat format", { "/response_format": { type: "json_schema", name: "a", schema: {} } }),
  reason("model.max-tokens", "max_tokens on a model that reasons", { "/max_tokens": 5 }),
  reason("model.sampling", "a temperature while it reasons", { "/temperature": 0, "/reasoning_effort": "low" }),
  reason("model.sampling", "a penalty without reasoning", { "/presence_penalty": 0 }),
  reason("model.effort", "an effort that gpt-5 has not", { "/model": "gpt-5", "/reasoning_effort": "none" }),
  reason("model.tools-and-reasoning", "tools with an effort", { "/tools": TOOLS, "/reasoning_effort": "low" }),
  reason("model.tools-and-reasoning", "tools with the effort of gpt-5.6", {
    "/model": "gpt-5.6-terra",
    "/tools": TOOLS,
  }),
  reason("model.stop", "stop on o3", { "/model": "o3", "/stop": "END" }),
  reason("model.cache-retention", "on gpt-6", { "/model": "gpt-6-sol", "/prompt_cache_retention": "24h" }),
  change("tools.count", "no tool", { "/tools": [] }),
  change("tools.count", "129 tools", { "/tools": MANY }),
  change("tool.type", "a hosted tool", { "/tools/0": { type: "web_search" } }),
  change("tool.name", "a dotted name", { "/tools/0/function/name": "a.b" }),
  change("tool.shape", "a flat function", { "/tools/0": { type: "function", name: "f" } }),
  change("tool.format", "a flat grammar", {
    "/tools/1/custom/format": { type: "grammar", syntax: "lark", definition: "" },
  }),
  change("choice.shape", "any", { "/tool_choice": "any" }),
  change("choice.shape", "a flat choice", { "/tool_choice": { type: "function", name: "f" } }),
  change("choice.undeclared", "a tool that is not there", {
    "/tool_choice": { type: "function", function: { name: "g" } },
  }),
  change("choice.without-tools", "a choice without tools", { "/tools": undefined }),
  change("message.role", "the role of Gemini", { "/messages/1/role": "model" }),
  change("message.shape", "a function result without its name", { "/messages/6": { role: "function", content: "x" } }),
  change("message.field", "reasoning in a message", { "/messages/5/reasoning_content": "hm" }),
  change("message.field", "an error flag", { "/messages/3/is_error": true }),
  change("message.content", "null without calls", { "/messages/6/content": null }),
  change("message.content", "an empty list", { "/messages/6/content": [] }),
  change("part.type", "an image in a result", { "/messages/3/content": IMAGE }),
  change("part.type", "an image of the system", { "/messages/0/content": IMAGE }),
  change("part.shape", "an address that is no object", { "/messages/1/content/0/image_url": "https://example.com" }),
  change("call.count", "no calls in a list of calls", { "/messages/5/tool_calls": [] }),
  change("call.shape", "a call without its type", { "/messages/2/tool_calls/0/type": undefined }),
  change("call.arguments", "an object for arguments", { "/messages/2/tool_calls/0/function/arguments": {} }),
  change("call.id", "an id of 41", {
    "/messages/2/tool_calls/0/id": "x".repeat(41),
    "/messages/4/tool_call_id": "x".repeat(41),
  }),
  change("call.duplicate", "an id twice", { "/messages/2/tool_calls/1/id": "call_1" }),
  change("result.orphan", "a result of nothing", { "/messages/3/tool_call_id": "call_9" }),
  change("result.missing", "a call without its result", { "/messages/3": undefined }),
  change("result.missing", "a result behind a user", { "/messages/3": { role: "user", content: "wait" } }),
  change("result.duplicate", "a result twice", {
    "/messages/5": { role: "tool", tool_call_id: "call_1", content: "" },
  }),
];

export const OPENROUTER_ROWS: readonly Row[] = [
  route("tool.type", "a custom tool", { "/tools/0": { type: "custom", custom: { name: "c" } } }),
  route("choice.shape", "allowed tools", {
    "/tool_choice": { type: "allowed_tools", allowed_tools: { mode: "auto", tools: TOOLS } },
  }),
  route("call.arguments", "an object for arguments", { "/messages/1/tool_calls/0/function/arguments": {} }),
  route("result.missing", "a call without its result", { "/messages/2": undefined }),
  route("openrouter.reasoning", "an effort and a budget", { "/reasoning/max_tokens": 100 }),
  route("openrouter.reasoning", "two efforts", { "/reasoning_effort": "low" }),
  route("openrouter.details", "an unknown kind", { "/messages/1/reasoning_details/0/type": "thinking" }),
  route("openrouter.provider", "an unknown word", { "/provider/data_collection": "maybe" }),
  route("openrouter.plugins", "a plugin without an id", { "/plugins/0": {} }),
  route("openrouter.session", "a long id", { "/session_id": "x".repeat(257) }),
];

export const RESPONSES_ROWS: readonly Row[] = [
  ["body.object", "Responses: a text", () => responses.request("hi")],
  respond("parameter.required", "no input", { "/input": undefined }),
  respond("parameter.range", "15 tokens", { "/max_output_tokens": 15 }),
  respond("parameter.value", "an unknown include", { "/include/0": "everything" }),
  respond("parameter.null", "null for tools", { "/tools": null }),
  respond("parameter.unknown", "a parameter of nobody", { "/top_k": 1 }),
  respond("parameter.unavailable", "stop", { "/stop": ["a"] }),
  respond("parameter.unavailable", "include_usage", { "/stream_options": { include_usage: true } }),
  respond("parameter.together", "two states", { "/previous_response_id": "resp_1", "/conversation": "conv_1" }),
  respond("metadata.limits", "a number", { "/metadata": { a: 1 } }),
  respond("format.shape", "a nested format", {
    "/text/format": { type: "json_schema", json_schema: { name: "a", schema: {} } },
  }),
  respond("model.sampling", "a temperature while it reasons", { "/temperature": 0 }),
  respond("model.effort", "an effort that gpt-5.4 has not", { "/reasoning/effort": "max" }),
  respond("tools.count", "no tool", { "/tools": [] }),
  respond("tool.type", "an unknown tool", { "/tools/4": { type: "teleport" } }),
  respond("tool.name", "a name with a space", { "/tools/0/name": "f g" }),
  respond("tool.shape", "a nested function", { "/tools/0/function": { name: "f" } }),
  respond("tool.shape", "a namespace without a description", { "/tools/2/description": undefined }),
  respond("tool.format", "a nested grammar", {
    "/tools/1/format": { type: "grammar", grammar: { syntax: "lark", definition: "" } },
  }),
  respond("choice.shape", "a nested choice", { "/tool_choice": { type: "function", function: { name: "f" } } }),
  respond("choice.undeclared", "a tool that is not there", { "/tool_choice/name": "z" }),
  respond("choice.without-tools", "a choice without tools", { "/tools": undefined }),
  respond("message.role", "a tool message", { "/input/7/role": "tool" }),
  respond("message.content", "no content", { "/input/7/content": null }),
  respond("part.type", "input_text of an assistant", { "/input/6/content/0/type": "input_text" }),
  respond("part.type", "output_text of a user", { "/input/0/content/0/type": "output_text" }),
  respond("part.shape", "an address that is no text", {
    "/input/0/content/1/image_url": { url: "https://example.com" },
  }),
  respond("part.shape", "a file of bare base64", {
    "/input/0/content/1": { type: "input_file", file_data: "AA==", filename: "a" },
  }),
  respond("call.shape", "a call without a name", { "/input/2/name": undefined }),
  respond("call.arguments", "an object for arguments", { "/input/2/arguments": {} }),
  respond("call.id", "an id of 65", { "/input/2/call_id": LONG, "/input/4/call_id": LONG }),
  respond("call.duplicate", "an id twice", { "/input/3/call_id": "call_1" }),
  respond("result.orphan", "an output of nothing", { "/input/4/call_id": "call_9" }),
  respond("result.orphan", "an output of the wrong kind", { "/input/5/type": "function_call_output" }),
  respond("result.missing", "a call without its output", { "/input/5": undefined }),
  respond("result.duplicate", "an output twice", {
    "/input/7": { type: "function_call_output", call_id: "call_1", output: "" },
  }),
  respond("item.type", "an unknown item", { "/input/7": { type: "tool_result" } }),
  respond("item.id", "a call id for an item id", { "/input/2/id": "call_1" }),
  respond("item.duplicate", "an item twice", {
    "/input/3": { type: "function_call", id: "fc_1", call_id: "call_2", name: "f", arguments: "" },
  }),
  respond("item.last", "a trigger before the end", {
    "/input/7": { type: "compaction_trigger" },
    "/input/8": { role: "user", content: "" },
  }),
  respond("item.shape", "an output that is an object", { "/input/5/output": { a: 1 } }),
  respond("reasoning.shape", "nothing to go by without a store", { "/input/1/encrypted_content": undefined }),
  respond("reasoning.follower", "reasoning before a user", {
    "/input/6": { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "g" },
  }),
  respond("reasoning.follower", "reasoning before a message without its id", {
    "/input/5": { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "g" },
    "/input/6/id": undefined,
  }),
];
