import type { Json, JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import type { SimConversation, SimResponse, SimToolResult } from "../conversation.ts";
import { lastWords } from "../own-words.ts";
import { canThink, checkOllama } from "../rules/ollama.ts";
import { splitText } from "../split-text.ts";
import type { SimDialect, SimFrame, SimRequest } from "./dialect.ts";
import { object, objects, requireModel, string, texts, userTexts } from "./reading.ts";

export const dialect: SimDialect = {
  id: "ollama",
  callId: (digits) => `call_${digits.slice(0, 8)}`,
  streamContentType: "application/x-ndjson",
  decode: read,
  encodeResponse,
  encodeStream,
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

function read({ body }: SimRequest): SimConversation {
  checkOllama(body);
  const messages = objects(body.messages);
  return {
    model: requireModel(body.model),
    stream: body.stream !== false,
    tools: objects(body.tools).map((tool) => {
      const { name, parameters } = object(tool.function);
      return { name: string(name), kind: "function", schema: parameters ?? {} };
    }),
    toolChoice: { mode: "auto" },
    parallel: true,
    lastUserText: lastWords(userTexts(messages)),
    results: resultsOf(messages),
    ...formatOf(body.format),
    wantsReasoning: body.think !== undefined && body.think !== null && body.think !== false,
    wantsUsage: true,
    body,
  };
}

function resultsOf(messages: readonly JsonObject[]): SimToolResult[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = objects(messages[last]?.tool_calls);
  const results = messages.slice(last + 1).filter(({ role }) => role === "tool");
  return results.map(({ tool_name, tool_call_id, content }, index) => {
    const call = calls.find(({ id }) => id !== undefined && id === tool_call_id) ?? calls[index];
    return { name: string(tool_name) || string(object(call?.function).name), text: texts(content) };
  });
}

function formatOf(format: Json | undefined): Pick<SimConversation, "format"> {
  if (format === "json") return { format: {} };
  return isObject(format) ? { format: { schema: format } } : {};
}

function encodeResponse(response: SimResponse, decoded: SimConversation): JsonObject {
  const { text = "", reasoning, calls } = response;
  const message = {
    ...spoken(text),
    ...(reasoning === undefined ? {} : { thinking: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: callObjects(response) }),
  };
  return { ...common(decoded), message, ...ending(response) };
}

function encodeStream(response: SimResponse, decoded: SimConversation): SimFrame[] {
  const { text = "", reasoning = "", calls } = response;
  const line = (message: JsonObject): SimFrame => ({ data: { ...common(decoded), message, done: false } });
  return [
    ...splitText(reasoning).map((piece) => line({ ...spoken(""), thinking: piece })),
    ...splitText(text).map((piece) => line(spoken(piece))),
    ...(calls.length === 0 ? [] : callObjects(response).map((call) => line({ ...spoken(""), tool_calls: [call] }))),
    { data: { ...common(decoded), message: spoken(""), ...ending(response) } },
  ];
}

function spoken(content: string): JsonObject {
  return { role: "assistant", content };
}

function callObjects({ calls }: SimResponse): JsonObject[] {
  return calls.map(({ id, name, input }, index) => ({ id, function: { index, name, arguments: input } }));
}

function common({ model }: SimConversation): JsonObject {
  return { model, created_at: "2026-09-21T14:13:20Z" };
}

function ending({ finish, usage: { input, output } }: SimResponse): JsonObject {
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
