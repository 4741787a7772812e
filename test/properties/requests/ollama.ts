import { type Json, stringifyJson } from "@toolglot/core";
import {
  type Conversation,
  hasBit,
  inResultOrder,
  numbered,
  type Part,
  type Result,
  type Settings,
  type Tool,
} from "../conversation.ts";
import { type Fields, given, MODELS } from "../dialects.ts";
import { IMAGE, idOf, isEmpty, type Numbered, withoutEmptyTurns } from "./common.ts";

const ID = /^[\s\S]+$/;

/** A conversation as a request of /api/chat (E1 of the wire facts). */
export function write(conversation: Conversation): Fields {
  const { tools } = conversation;
  const turns = withoutEmptyTurns(conversation.turns);
  const calls = numbered(turns);
  const options = optionsOf(conversation.settings);
  return given({
    model: MODELS.ollama,
    messages: turns.flatMap((turn, index) => {
      if (turn.role === "user") return [userMessage(turn.parts)];
      if (turn.role === "assistant")
        return assistantTurn(turn.texts, calls[index] ?? [], { tools, bits: conversation.variants });
      return turn.role === "system" ? [{ role: "system", content: turn.text }] : [];
    }),
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    options: isEmpty(options) ? undefined : options,
    format: formatOf(conversation.settings.format),
    think: conversation.settings.effort,
    stream: conversation.settings.stream ?? false,
  });
}

function userMessage(parts: readonly Part[]): Json {
  const content = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const images = parts.flatMap((part) => (part.type === "image" ? [IMAGE] : []));
  return { role: "user", content, ...(images.length > 0 ? { images } : {}) };
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly bits: number;
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], { tools, bits }: TurnContext): Json[] {
  const withIds = hasBit(bits, 1);
  const tool_calls = calls.map((call, index) => callOf(call, (tools[call.tool] as Tool).name, { withIds, index }));
  const answered = withIds ? inResultOrder(calls) : calls;
  const results = answered.map((call) => ({
    role: "tool",
    tool_name: (tools[call.tool] as Tool).name,
    content: resultOf(call.result),
    ...(withIds ? { tool_call_id: idOf(call, ID) } : {}),
  }));
  const message = { role: "assistant", content: texts.join(""), ...(calls.length > 0 ? { tool_calls } : {}) };
  return [message, ...results];
}

function callOf(call: Numbered, name: string, { withIds, index }: { withIds: boolean; index: number }): Json {
  const id = withIds ? { id: idOf(call, ID) } : {};
  return { ...id, function: { ...(withIds ? { index } : {}), name, arguments: call.input } };
}

function resultOf(result: Result): string {
  return result.type === "json" ? stringifyJson(result.value) : result.text;
}

function toolOf({ name, description, schema }: Tool): Json {
  return { type: "function", function: given({ name, description, parameters: schema }) };
}

function formatOf(format: Settings["format"]): Json | undefined {
  if (format === undefined) return undefined;
  return format.type === "json" ? "json" : format.schema;
}

function optionsOf({ temperature, topP, maxTokens, stop, seed }: Settings): Fields {
  return given({ temperature, top_p: topP, num_predict: maxTokens, stop, seed });
}
