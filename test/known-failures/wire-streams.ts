import type { Json } from "@toolglot/core";
import {
  type AssistantTurn,
  type Call,
  chatCall,
  type DialectName,
  type Fields,
  geminiParts,
  idIn,
  ollamaMessage,
  responsesCall,
} from "./wire.ts";
import {
  CHAT_USAGE,
  CHUNK,
  geminiChunk,
  messageItem,
  OLLAMA_HEAD,
  OLLAMA_TAIL,
  responseObject,
  responsesOutput,
  textPart,
  unsigned,
} from "./wire-responses.ts";

/** The frames of a provider's stream, in order; text and arguments come in two deltas if the dialect has deltas. */
export function writeStream(dialect: DialectName, written: AssistantTurn): string[] {
  switch (dialect) {
    case "openai-responses":
      return responsesFrames(written);
    case "anthropic":
      return anthropicFrames(written);
    case "gemini":
      return geminiFrames(written);
    case "ollama":
      return ollamaFrames(written);
    default:
      return chatFrames(written);
  }
}

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

export function chatFrame(delta: Json, finish_reason: Json = null): string {
  return data({ ...CHUNK, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
}

export const CHAT_START: string = chatFrame({ role: "assistant", content: "", refusal: null });

export function chatEnd(finish: string): string[] {
  return [chatFrame({}, finish), data({ ...CHUNK, choices: [], usage: CHAT_USAGE }), "data: [DONE]\n\n"];
}

/** One delta of calls. */
export function chatCalls(...tool_calls: readonly Json[]): string {
  return chatFrame({ tool_calls });
}

function chatFrames({ text, calls = [] }: AssistantTurn): string[] {
  return [
    CHAT_START,
    ...(text === undefined ? [] : halves(text).map((content) => chatFrame({ content }))),
    ...calls.flatMap((call, index) => [
      chatCalls({ index, ...chatCall({ ...call, arguments: "" }) }),
      ...halves(call.arguments).map((half) => chatCalls({ index, function: { arguments: half } })),
    ]),
    ...chatEnd(calls.length > 0 ? "tool_calls" : "stop"),
  ];
}

export function data(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** An event that has its name on a line of its own. */
export function event(value: Fields): string {
  return `event: ${String(value.type)}\n${data(value)}`;
}

function responsesFrames(written: AssistantTurn): string[] {
  const { text, calls = [] } = written;
  const first = text === undefined ? 0 : 1;
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const textDeltas =
    text === undefined
      ? []
      : [
          { type: "response.output_item.added", output_index: 0, item: messageItem("in_progress", undefined) },
          { type: "response.content_part.added", ...place, part: textPart("") },
          ...halves(text).map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
          { type: "response.output_text.done", ...place, text, logprobs: [] },
          { type: "response.content_part.done", ...place, part: textPart(text) },
          { type: "response.output_item.done", output_index: 0, item: messageItem("completed", text) },
        ];
  return numbered([
    { type: "response.created", response: responseObject("in_progress", []) },
    { type: "response.in_progress", response: responseObject("in_progress", []) },
    ...textDeltas,
    ...calls.flatMap((call, index) => callEvents(call, first + index, `fc_${index}`)),
    { type: "response.completed", response: responseObject("completed", responsesOutput(written)) },
  ]);
}

export function numbered(events: readonly Fields[]): string[] {
  return events.map((each, sequence_number) => event({ ...each, sequence_number }));
}

/** All that a Responses stream says of one call. */
export function callEvents(call: Call, output_index: number, item_id: string): Fields[] {
  const item = (status: string, text: string) => ({
    ...responsesCall({ ...call, arguments: text }),
    id: item_id,
    status,
  });
  const place = { item_id, output_index };
  return [
    { type: "response.output_item.added", output_index, item: item("in_progress", "") },
    ...halves(call.arguments).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, name: call.name, arguments: call.arguments },
    { type: "response.output_item.done", output_index, item: item("completed", call.arguments) },
  ];
}

export const ANTHROPIC_START: Fields = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 1 },
  },
};

export function anthropicEnd(stop_reason: string): Fields[] {
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: "message_stop" },
  ];
}

/** All that an Anthropic stream says of one block. */
export function blockEvents(index: number, content_block: Json, deltas: readonly Json[]): Fields[] {
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

export function toolBlock(call: Call): Fields {
  return { type: "tool_use", id: idIn("anthropic", call.id), name: call.name, input: {} };
}

function anthropicFrames({ text, calls = [] }: AssistantTurn): string[] {
  const first = text === undefined ? 0 : 1;
  const textDeltas = text === undefined ? [] : halves(text).map((half) => ({ type: "text_delta", text: half }));
  return [
    ANTHROPIC_START,
    ...(text === undefined ? [] : blockEvents(0, { type: "text", text: "" }, textDeltas)),
    ...calls.flatMap((call, index) => {
      const pieces = halves(call.arguments).map((partial_json) => ({ type: "input_json_delta", partial_json }));
      return blockEvents(first + index, toolBlock(call), pieces);
    }),
    ...anthropicEnd(calls.length > 0 ? "tool_use" : "end_turn"),
  ].map(event);
}

function geminiFrames({ text, calls = [] }: AssistantTurn): string[] {
  const textDeltas = text === undefined ? [] : halves(text).map((half) => geminiChunk([{ text: half }]));
  const called = geminiParts({ calls })
    .map(unsigned)
    .map((part) => geminiChunk([part]));
  return [...textDeltas, ...called, geminiChunk([{ text: "" }], { finishReason: "STOP" })].map(data);
}

function ollamaFrames({ text, calls = [] }: AssistantTurn): string[] {
  const line = (message: Json, rest: Fields = { done: false }) =>
    `${JSON.stringify({ ...OLLAMA_HEAD, message, ...rest })}\n`;
  const textDeltas = text === undefined ? [] : halves(text);
  return [
    ...textDeltas.map((half) => line(ollamaMessage({ text: half }))),
    ...calls.map((call) => line(ollamaMessage({ calls: [call] }))),
    line(ollamaMessage({}), OLLAMA_TAIL),
  ];
}
