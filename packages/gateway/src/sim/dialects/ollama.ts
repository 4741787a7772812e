import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { Answer, Asked, AskedResult } from "../conversation.ts";
import { pieces } from "../pieces.ts";
import { canThink, checkOllama } from "../rules/ollama.ts";
import type { Frame, SimDialect, SimRequest } from "./dialect.ts";
import { modelOf, object, objects, string, texts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "ollama",
  callId: (digits) => `call_${digits.slice(0, 8)}`,
  streamType: "application/x-ndjson",
  read,
  whole,
  stream,
  frame: ({ data }) => `${typeof data === "string" ? data : stringifyJson(data)}\n`,
  error: ({ message }) => ({ error: message }),
  streamError: (message) => [{ data: { error: message } }],
  models: (ids) => ({ models: ids.map(listed) }),
  model: (id) => ({
    ...listed(id),
    capabilities: ["completion", "tools", ...(canThink(id) ? ["thinking"] : [])],
    model_info: { "general.basename": id },
  }),
};

export function read({ body }: SimRequest): Asked {
  checkOllama(body);
  const messages = objects(body.messages);
  return {
    model: modelOf(body.model),
    streams: body.stream !== false,
    tools: objects(body.tools).map((tool) => {
      const { name, parameters } = object(tool.function);
      return { name: string(name), kind: "function", schema: parameters ?? {} };
    }),
    choice: { mode: "auto" },
    parallel: true,
    lastUserText: texts(messages.findLast(({ role }) => role === "user")?.content),
    results: resultsOf(messages),
    ...formatOf(body.format),
    wantsReasoning: body.think !== undefined && body.think !== null && body.think !== false,
    wantsUsage: true,
    body,
  };
}

function resultsOf(messages: readonly JsonObject[]): AskedResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.tool_calls);
  const results = messages.slice(last + 1).filter(({ role }) => role === "tool");
  return results.map(({ tool_name, tool_call_id, content }, index) => {
    const call = calls.find(({ id }) => id !== undefined && id === tool_call_id) ?? calls[index];
    return { name: string(tool_name) || string(object(call?.function).name), text: texts(content) };
  });
}

function formatOf(format: Json | undefined): Pick<Asked, "format"> {
  if (format === "json") return { format: {} };
  return isObject(format) ? { format: { schema: format } } : {};
}

export function whole(answer: Answer, asked: Asked): JsonObject {
  const { text = "", reasoning, calls } = answer;
  const message = {
    ...spoken(text),
    ...(reasoning === undefined ? {} : { thinking: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: callObjects(answer) }),
  };
  return { ...common(asked), message, ...ending(answer) };
}

export function stream(answer: Answer, asked: Asked): Frame[] {
  const { text = "", reasoning = "", calls } = answer;
  const line = (message: JsonObject): Frame => ({ data: { ...common(asked), message, done: false } });
  return [
    ...pieces(reasoning).map((piece) => line({ ...spoken(""), thinking: piece })),
    ...pieces(text).map((piece) => line(spoken(piece))),
    ...(calls.length === 0 ? [] : callObjects(answer).map((call) => line({ ...spoken(""), tool_calls: [call] }))),
    { data: { ...common(asked), message: spoken(""), ...ending(answer) } },
  ];
}

function spoken(content: string): JsonObject {
  return { role: "assistant", content };
}

function callObjects({ calls }: Answer): JsonObject[] {
  return calls.map(({ id, name, input }, index) => ({ id, function: { index, name, arguments: input } }));
}

function common({ model }: Asked): JsonObject {
  return { model, created_at: "2026-09-21T14:13:20Z" };
}

function ending({ finish, usage: { input, output } }: Answer): JsonObject {
  return {
    done: true,
    done_reason: finish === "length" ? "length" : "stop",
    total_duration: 1_000_000,
    load_duration: 1000,
    prompt_eval_count: input,
    prompt_eval_duration: 1000,
    eval_count: output,
    eval_duration: 1000,
  };
}

function listed(id: string): JsonObject {
  const details = {
    parent_model: "",
    format: "sim",
    family: "sim",
    families: ["sim"],
    parameter_size: "0",
    quantization_level: "",
  };
  return { name: id, model: id, modified_at: "2026-09-21T14:13:20Z", size: 0, digest: "", details };
}
