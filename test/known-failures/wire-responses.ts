import type { Json } from "@toolglot/core";
import {
  type AssistantTurn,
  blocks,
  chatMessage,
  type DialectName,
  type Fields,
  geminiParts,
  ollamaMessage,
  responsesCall,
} from "./wire.ts";

export const CHUNK = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };
export const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const RESPONSES_USAGE = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
};
const GEMINI_USAGE = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };
export const OLLAMA_HEAD = { model: "m", created_at: "2026-08-05T08:10:56.372032Z" };
export const OLLAMA_TAIL = { done: true, done_reason: "stop", prompt_eval_count: 11, eval_count: 7 };

/** A unary response of a provider. */
export function writeResponse(dialect: DialectName, written: AssistantTurn): Fields {
  const { calls = [] } = written;
  switch (dialect) {
    case "openai-responses":
      return responseObject("completed", responsesOutput(written));
    case "anthropic":
      return {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: blocks(written),
        stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 7 },
      };
    case "gemini":
      return geminiChunk(geminiParts(written).map(unsigned), { finishReason: "STOP" });
    case "ollama":
      return { ...OLLAMA_HEAD, message: ollamaMessage(written), ...OLLAMA_TAIL };
    default:
      return completion(chatMessage(written), calls.length > 0 ? "tool_calls" : "stop");
  }
}

export function completion(message: Json, finish_reason: string): Fields {
  return {
    ...CHUNK,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: CHAT_USAGE,
  };
}

export function responseObject(status: string, output: readonly Json[], fields: Fields = {}): Fields {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: "m",
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    ...(status === "in_progress" ? {} : { usage: RESPONSES_USAGE }),
    ...fields,
  };
}

export function geminiChunk(parts: readonly Json[], candidate: Fields = {}): Fields {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...candidate }],
    usageMetadata: GEMINI_USAGE,
    modelVersion: "m",
    responseId: "r_1",
  };
}

export function unsigned({ thoughtSignature, ...part }: Fields): Fields {
  return part;
}

export function responsesOutput({ text, calls = [] }: AssistantTurn): Fields[] {
  return [
    ...(text === undefined ? [] : [messageItem("completed", text)]),
    ...calls.map((call, index) => ({ ...responsesCall(call), id: `fc_${index}`, status: "completed" })),
  ];
}

export function messageItem(status: string, text: string | undefined): Fields {
  const content = text === undefined ? [] : [textPart(text)];
  return { type: "message", id: "msg_1", role: "assistant", status, content };
}

export function textPart(text: string): Fields {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}
