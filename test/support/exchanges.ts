import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { fieldOf } from "./frames.ts";

/** A request in which calls were made, each of them answered. */
export function afterCalls(calls: readonly Json[], dialect: string, frame: JsonObject): JsonObject {
  const { ask, answer } = EXCHANGES[dialect] as Exchange;
  return exchange(ask(calls), answer(calls.map(asObject)), { dialect, frame });
}

/** A request in which results were given, each to a call. */
export function afterResults(results: readonly Json[], dialect: string, frame: JsonObject): JsonObject {
  const { ask, callsFor } = EXCHANGES[dialect] as Exchange;
  return exchange(ask(callsFor(results.map(asObject))), results, { dialect, frame });
}

/** How calls and results stand in a dialect's requests. */
interface Exchange {
  /** The messages that make calls. */
  ask(calls: readonly Json[]): Json[];
  /** The messages that answer calls. */
  answer(calls: readonly JsonObject[]): Json[];
  /** Calls that results would be the answers to. */
  callsFor(results: readonly JsonObject[]): Json[];
}

const chat: Exchange = {
  ask: (calls) => [{ role: "assistant", content: null, tool_calls: [...calls] }],
  answer: (calls) => calls.map(({ id }) => ({ role: "tool", tool_call_id: id as Json, content: "done" })),
  callsFor: (results) =>
    results
      .filter(({ role }) => role === "tool")
      .map(({ tool_call_id: id }) => ({
        id: id as Json,
        type: "function",
        function: { name: "act", arguments: "{}" },
      })),
};

const responses: Exchange = {
  ask: (calls) => [...calls],
  answer: (calls) =>
    calls.map(({ type, call_id: id }) => ({ type: outputOf(type), call_id: id as Json, ...resultOf(type) })),
  callsFor: (results) =>
    results
      .filter(({ call_id: id }) => id !== undefined)
      .map(({ type, call_id: id }) => ({ type: kindOf(type), call_id: id as Json, ...inputOf(type) })),
};

const anthropic: Exchange = {
  ask: (calls) => [{ role: "assistant", content: [...calls] }],
  answer: (calls) => [
    { role: "user", content: calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id as Json })) },
  ],
  callsFor: (results) =>
    blocksOf(results, "content")
      .filter(({ type }) => type === "tool_result")
      .map(({ tool_use_id: id }) => ({ type: "tool_use", id: id as Json, name: "act", input: {} })),
};

const gemini: Exchange = {
  ask: (calls) => [{ role: "model", parts: [...calls] }],
  answer: (calls) => [
    {
      role: "user",
      parts: calls.map(({ functionCall }) => {
        const { id, name } = asObject(functionCall as Json);
        return { functionResponse: { ...withId(id), name: name as Json, response: { output: "done" } } };
      }),
    },
  ],
  callsFor: (results) =>
    blocksOf(results, "parts").flatMap(({ functionResponse }) => {
      if (!isObject(functionResponse)) return [];
      return { functionCall: { ...withId(functionResponse.id), name: functionResponse.name as Json } };
    }),
};

const ollama: Exchange = {
  ask: (calls) => [{ role: "assistant", content: "", tool_calls: [...calls] }],
  answer: (calls) => calls.map(() => ({ role: "tool", content: "done" })),
  callsFor: (results) => results.map(() => ({ function: { name: "act", arguments: {} } })),
};

const bedrock: Exchange = {
  ask: (calls) => [{ role: "assistant", content: [...calls] }],
  answer: (calls) => [
    {
      role: "user",
      content: calls.map(({ toolUse }) => {
        const { toolUseId } = asObject(toolUse as Json);
        return { toolResult: { toolUseId: toolUseId as Json, content: [{ text: "done" }] } };
      }),
    },
  ],
  callsFor: (results) =>
    blocksOf(results, "content").flatMap(({ toolResult }) => {
      if (!isObject(toolResult)) return [];
      return { toolUse: { toolUseId: toolResult.toolUseId as Json, name: "act", input: {} } };
    }),
};

const interactions: Exchange = {
  ask: (calls) => [...calls],
  answer: (calls) =>
    calls.map(({ id, name }) => ({
      type: "function_result",
      call_id: id as Json,
      name: name as Json,
      result: "done",
    })),
  callsFor: (results) =>
    results
      .filter(({ type }) => type === "function_result")
      .map(({ call_id: id, name = "act" }) => ({ type: "function_call", id: id as Json, name, arguments: {} })),
};

const EXCHANGES: Readonly<Record<string, Exchange>> = {
  "openai-chat": chat,
  openrouter: chat,
  "openai-responses": responses,
  anthropic,
  gemini,
  "gemini-interactions": interactions,
  ollama,
  bedrock,
};

function exchange(
  request: readonly Json[],
  answered: readonly Json[],
  { dialect, frame }: { readonly dialect: string; readonly frame: JsonObject },
): JsonObject {
  const field = fieldOf(dialect);
  const declared = dialect === "bedrock" && frame.toolConfig === undefined ? DECLARED : {};
  return { ...frame, ...declared, [field]: [...(frame[field] as Json[]), ...request, ...answered] };
}

/** Converse takes calls beside declarations of tools only. */
const DECLARED: JsonObject = {
  toolConfig: { tools: [{ toolSpec: { name: "act", inputSchema: { json: { type: "object" } } } }] },
};

function blocksOf(messages: readonly JsonObject[], field: string): JsonObject[] {
  return messages.flatMap((message) => (message[field] as Json[]).map(asObject));
}

function kindOf(type: Json | undefined): string {
  return String(type).replace(/_output$/, "");
}

function outputOf(type: Json | undefined): string {
  return type === "tool_search_call" ? "tool_search_output" : `${String(type)}_output`;
}

function resultOf(type: Json | undefined): JsonObject {
  if (type === "tool_search_call") return { execution: "client", tools: [] };
  if (type === "apply_patch_call") return { status: "completed", output: "done" };
  if (type !== "shell_call") return { output: "done" };
  return { output: [{ stdout: "done", stderr: "", outcome: { type: "exit", exit_code: 0 } }] };
}

function inputOf(type: Json | undefined): JsonObject {
  const status = "completed";
  switch (kindOf(type)) {
    case "custom_tool_call":
      return { name: "act", input: "" };
    case "local_shell_call":
      return { action: { type: "exec", command: ["ls"], env: {} }, status };
    case "shell_call":
      return { action: { commands: ["ls"] }, status };
    case "apply_patch_call":
      return { operation: { type: "delete_file", path: "a.txt" }, status };
    default:
      return { name: "act", arguments: "{}" };
  }
}

function withId(id: Json | undefined): JsonObject {
  return id === undefined ? {} : { id };
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}
