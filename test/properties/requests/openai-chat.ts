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
import { dataUrl, IMAGE, IMAGE_URL, idOf, type Numbered, namedTools, PDF, withoutEmptyTurns } from "./common.ts";

/** What one member of the Chat family takes that another does not. */
export interface ChatForm {
  readonly model: string;
  /** A model with a reasoning effort, which refuses sampling then. */
  readonly reasoning: string;
  readonly id: RegExp;
  readonly customTools: boolean;
  readonly mediaInResults: boolean;
  readonly effort: (effort: Settings["effort"]) => Fields;
}

const OPENAI: ChatForm = {
  model: MODELS["openai-chat"],
  reasoning: "gpt-5.1",
  id: /^[A-Za-z0-9_-]{1,40}$/,
  customTools: true,
  mediaInResults: false,
  effort: (effort) => given({ reasoning_effort: effort }),
};

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A conversation as a request of Chat Completions (A1 to A4 of the wire facts). */
export function write(conversation: Conversation): Fields {
  return writeChat(conversation, OPENAI);
}

export function writeChat(conversation: Conversation, form: ChatForm): Fields {
  const tools = namedTools(conversation, NAME).map((tool) => ({ ...tool, custom: tool.custom && form.customTools }));
  const turns = withoutEmptyTurns(conversation.turns);
  const calls = numbered(turns);
  const { maxTokens, topP, stop, parallel, effort, format, ...rest } = conversation.settings;
  const called = tools.length > 0;
  return given({
    model: effort === undefined ? form.model : form.reasoning,
    messages: turns.flatMap((turn, index) => {
      if (turn.role === "user") return [{ role: "user", content: userContent(turn.parts, turn.plain) }];
      if (turn.role === "assistant")
        return assistantTurn(turn.texts, calls[index] ?? [], { tools, form, bits: conversation.variants });
      return [
        {
          role: turn.role,
          content: hasBit(conversation.variants, 0) ? turn.text : [{ type: "text", text: turn.text }],
        },
      ];
    }),
    tools: called ? tools.map(toolOf) : undefined,
    tool_choice: called ? choiceOf(rest.choice, tools, form) : undefined,
    parallel_tool_calls: called ? parallel : undefined,
    temperature: effort === undefined ? rest.temperature : undefined,
    top_p: effort === undefined ? topP : undefined,
    max_completion_tokens: maxTokens,
    stop: stop === undefined || !hasBit(conversation.variants, 1) ? stop : stop[0],
    response_format: formatOf(format, hasBit(conversation.variants, 2)),
    seed: rest.seed,
    stream: rest.stream,
    stream_options: rest.stream === true && hasBit(conversation.variants, 3) ? { include_usage: true } : undefined,
    ...form.effort(effort),
  });
}

function userContent(parts: readonly Part[], plain: boolean): Json {
  const [first] = parts;
  if (plain && parts.length === 1 && first?.type === "text") return first.text;
  return parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    if (part.type === "pdf")
      return { type: "file", file: { filename: "a.pdf", file_data: dataUrl("application/pdf", PDF) } };
    return { type: "image_url", image_url: { url: part.url ? IMAGE_URL : dataUrl("image/png", IMAGE) } };
  });
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly form: ChatForm;
  readonly bits: number;
}

function assistantTurn(
  texts: readonly string[],
  calls: readonly Numbered[],
  { tools, form, bits }: TurnContext,
): Json[] {
  const tool_calls = calls.map((call) => callOf(call, tools[call.tool] as Tool, form));
  const content = hasBit(bits, 4) ? texts.join("") : texts.map((text) => ({ type: "text", text }));
  const noContent = hasBit(bits, 5) ? { content: null } : {};
  const message = {
    role: "assistant",
    ...(texts.length > 0 ? { content } : noContent),
    ...(calls.length > 0 ? { tool_calls } : {}),
  };
  const results = inResultOrder(calls).map((call) => ({
    role: "tool",
    tool_call_id: idOf(call, form.id),
    content: resultOf(call.result, form),
  }));
  return [message, ...results];
}

function callOf(call: Numbered, { name, custom }: Tool, form: ChatForm): Json {
  const id = idOf(call, form.id);
  if (custom) return { id, type: "custom", custom: { name, input: call.text } };
  return { id, type: "function", function: { name, arguments: stringifyJson(call.input) } };
}

function resultOf(result: Result, { mediaInResults }: ChatForm): Json {
  if (result.type === "json") return stringifyJson(result.value);
  if (result.type === "text") return result.plain ? result.text : [{ type: "text", text: result.text }];
  const image = { type: "image_url", image_url: { url: dataUrl("image/png", IMAGE) } };
  return mediaInResults ? [{ type: "text", text: result.text }, image] : result.text;
}

function toolOf({ name, description, schema, custom }: Tool): Json {
  if (custom) return { type: "custom", custom: given({ name, description, format: { type: "text" } }) };
  return { type: "function", function: given({ name, description, parameters: schema }) };
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[], form: ChatForm): Json | undefined {
  const [first] = tools;
  if (first === undefined || choice === undefined || !["tool", "allowed"].includes(choice)) return choice;
  const kind = first.custom ? "custom" : "function";
  const reference = { type: kind, [kind]: { name: first.name } };
  if (choice === "tool") return reference;
  return form.customTools ? { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [reference] } } : "auto";
}

function formatOf(format: Settings["format"], strict: boolean): Json | undefined {
  if (format === undefined) return undefined;
  if (format.type === "json") return { type: "json_object" };
  return {
    type: "json_schema",
    json_schema: { name: "answer", schema: format.schema, ...(strict ? { strict: false } : {}) },
  };
}
