import { type BridgeOptions, type Json, parseJson, stringifyJson, type Translation } from "@toolglot/core";
import { expect } from "vitest";
import { legality } from "../legal/index.ts";
import { type Accepted, type Consumed, sdks } from "../sdk/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { at, type Call, type DialectName, type Fields, MODELS } from "./wire.ts";

type SdkJson = Parameters<NonNullable<(typeof sdks)[string]>["parse"]>[0];

/** A request on its way to a provider; what comes out is legal there. */
export function translateRequest(
  client: DialectName,
  provider: DialectName,
  request: Json,
  options: Partial<BridgeOptions> = {},
): Translation & { readonly value: Fields } {
  const translation = createBridge({ client, provider, providerModel: MODELS[provider], ...options }).request(request);
  expect(legality[provider]?.request(translation.value), `${client} → ${provider}`).toEqual([]);
  return translation;
}

/** An answer on its way to a client; what comes out is legal, and its SDK reads it. */
export async function translateResponse(
  client: DialectName,
  provider: DialectName,
  response: Json,
  request?: Json,
): Promise<Accepted & { readonly body: Fields }> {
  const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
  if (request !== undefined) bridge.request(request);
  const { value, status } = bridge.response(response);
  expect(status, JSON.stringify(value)).toBeUndefined();
  expect(legality[client]?.response(value), `${provider} → ${client}`).toEqual([]);
  return { ...accepted(await sdkOf(client).parse(JSON.parse(stringifyJson(value)) as SdkJson)), body: value };
}

/** A stream on its way to a client. */
export function translateStream(
  client: DialectName,
  provider: DialectName,
  frames: string | readonly (string | Uint8Array)[],
  request?: Json,
): string {
  const bridge = createBridge({ client, provider, providerModel: MODELS[provider] });
  if (request !== undefined) bridge.request(request);
  const stream = bridge.stream();
  const chunks = typeof frames === "string" ? [frames] : frames;
  return chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
}

/** The same, read by the client's SDK; what comes out is legal. */
export async function readTranslatedStream(
  client: DialectName,
  provider: DialectName,
  frames: string | readonly (string | Uint8Array)[],
  request?: Json,
): Promise<Accepted & { readonly bytes: string }> {
  const bytes = translateStream(client, provider, frames, request);
  expect(legality[client]?.stream(bytes), `${provider} → ${client}\n${bytes}`).toEqual([]);
  expect(failed(client, bytes), bytes).toBe(false);
  return { ...accepted(await sdkOf(client).consume(bytes)), bytes };
}

/** The stream ended with the client's error event, which its SDK takes for one. */
export async function expectFailure(client: DialectName, bytes: string): Promise<void> {
  expect(legality[client]?.stream(bytes), bytes).toEqual([]);
  expect(failed(client, bytes), bytes).toBe(true);
  expect(succeeded(client, bytes), bytes).toBe(false);
  const read = await sdkOf(client).consume(bytes);
  // The helper of this SDK gives the failed response to its caller instead of throwing it.
  if (client === "openai-responses" && read.ok) expect(read.stop).toBe("failed");
  else expect(read.ok, bytes).toBe(false);
}

/** The table of the terminal errors: what each dialect ends a broken stream with. */
const FAILED: Readonly<Record<DialectName, RegExp>> = {
  "openai-chat": /(?:^|\n\n)data: \{(?:(?!\n\n).)*"error":\{(?:(?!\n\n).)*\n\n$/s,
  openrouter: /(?:^|\n\n)data: \{(?:(?!\n\n).)*"error":\{(?:(?!\n\n).)*\n\n$/s,
  "openai-responses": /(?:^|\n\n)event: response\.failed\ndata: (?:(?!\n\n).)*\n\n$/s,
  anthropic: /(?:^|\n\n)event: error\ndata: \{"type":"error","error":\{(?:(?!\n\n).)*\n\n$/s,
  gemini: /(?:^|\n\n)data: \{"error":\{(?:(?!\n\n).)*\n\n$/s,
  ollama: /(?:^|\n)\{"error":"[^\n]*\n$/,
};

/** What a stream of each dialect never says when it is broken. */
const SUCCEEDED: Readonly<Record<DialectName, RegExp>> = {
  "openai-chat": /"finish_reason":"(?!error)|\[DONE\]/,
  openrouter: /"finish_reason":"(?!error)|\[DONE\]/,
  "openai-responses": /response\.(?:completed|incomplete)"/,
  anthropic: /message_delta|message_stop/,
  gemini: /"finishReason"/,
  ollama: /"done":true/,
};

export function failed(client: DialectName, bytes: string): boolean {
  return FAILED[client].test(bytes);
}

export function succeeded(client: DialectName, bytes: string): boolean {
  return SUCCEEDED[client].test(bytes);
}

/** A client's SDK; OpenRouter is read by OpenAI's. */
export function sdkOf(dialect: DialectName) {
  const sdk = sdks[dialect === "openrouter" ? "openai-chat" : dialect];
  if (sdk === undefined) throw new Error(`no SDK reads ${dialect}`);
  return sdk;
}

function accepted(read: Consumed): Accepted {
  if (!read.ok) throw new Error(`the SDK threw ${read.error.name}: ${read.error.message}`);
  return read;
}

/** Calls without their ids and with their arguments as values, to be compared. */
export function comparableCalls(calls: readonly { readonly name: string; readonly arguments: string }[]): Json {
  return calls.map(({ name, arguments: text }) => ({ name, input: parseJson(text) }));
}

/** What says, in each dialect, that calls are to be run. */
export const TOOL_FINISH_REASON: Readonly<Record<DialectName, string>> = {
  "openai-chat": "tool_calls",
  openrouter: "tool_calls",
  "openai-responses": "completed",
  anthropic: "tool_use",
  gemini: "STOP",
  ollama: "stop",
};

// ── what a provider gets ────────────────────────────────────────────────────

/** The calls in the history of a request. */
export function callsIn(dialect: DialectName, request: Json): Call[] {
  const list = (key: string) => at(request, key) as readonly Fields[];
  switch (dialect) {
    case "openai-responses":
      return list("input")
        .filter(({ type }) => type === "function_call" || type === "custom_tool_call")
        .map((item) => call(item.call_id, item.name, item.arguments ?? item.input));
    case "anthropic":
      return blocksIn(request)
        .filter(({ type }) => type === "tool_use")
        .map(({ id, name, input }) => call(id, name, input));
    case "gemini":
      return partsIn(request).flatMap(({ functionCall }) =>
        functionCall === undefined
          ? []
          : [call(at(functionCall, "id"), at(functionCall, "name"), at(functionCall, "args"))],
      );
    default:
      return list("messages").flatMap(({ tool_calls }) =>
        ((tool_calls ?? []) as Fields[]).map((each) =>
          each.type === "custom"
            ? call(each.id, at(each, "custom", "name"), at(each, "custom", "input"))
            : call(each.id, at(each, "function", "name"), at(each, "function", "arguments")),
        ),
      );
  }
}

/** The results in the history of a request: the call that each answers, and all of it as the provider gets it. */
export function resultsIn(dialect: DialectName, request: Json): { readonly id: string; readonly body: Fields }[] {
  switch (dialect) {
    case "openai-responses":
      return (at(request, "input") as readonly Fields[])
        .filter(({ type }) => type === "function_call_output" || type === "custom_tool_call_output")
        .map((body) => ({ id: String(body.call_id), body }));
    case "anthropic":
      return blocksIn(request)
        .filter(({ type }) => type === "tool_result")
        .map((body) => ({ id: String(body.tool_use_id), body }));
    case "gemini":
      return partsIn(request).flatMap(({ functionResponse }) =>
        functionResponse === undefined
          ? []
          : [{ id: String(at(functionResponse, "id")), body: functionResponse as Fields }],
      );
    default:
      return (at(request, "messages") as readonly Fields[])
        .filter(({ role }) => role === "tool")
        .map((body) => ({ id: String(body.tool_call_id), body }));
  }
}

/** The blocks of all messages to Anthropic. */
export function blocksIn(request: Json): Fields[] {
  return (at(request, "messages") as readonly Fields[]).flatMap(({ content }) =>
    Array.isArray(content) ? (content as Fields[]) : [],
  );
}

/** The parts of all contents to Gemini. */
export function partsIn(request: Json): Fields[] {
  return (at(request, "contents") as readonly Fields[]).flatMap(({ parts }) => parts as Fields[]);
}

function call(id: Json | undefined, name: Json | undefined, input: Json | undefined): Call {
  const text = typeof input === "string" ? input : stringifyJson(input ?? {});
  return { id: String(id), name: String(name), arguments: text };
}

/** The names of the tools that a provider gets. */
export function toolNames(dialect: DialectName, request: Json): string[] {
  const tools = at(request, "tools") as readonly Fields[] | null;
  return (tools ?? []).flatMap((tool) => {
    if (dialect === "gemini") return ((tool.functionDeclarations ?? []) as Fields[]).map(({ name }) => String(name));
    return [String(tool.name ?? at(tool, "function", "name") ?? at(tool, "custom", "name"))];
  });
}
