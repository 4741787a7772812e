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
import {
  dataUrl,
  IMAGE,
  IMAGE_URL,
  idOf,
  type Numbered,
  namedTools,
  PDF,
  PDF_URL,
  withoutEmptyTurns,
} from "./common.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ID = /^.{1,64}$/;

/** A conversation as a request of Responses (B1 to B5 of the wire facts). */
export function write(conversation: Conversation): Fields {
  const tools = namedTools(conversation, NAME);
  const turns = withoutEmptyTurns(conversation.turns);
  const calls = numbered(turns);
  const { maxTokens, topP, parallel, effort, format, choice, stream, temperature } = conversation.settings;
  const called = tools.length > 0;
  return given({
    model: effort === undefined ? MODELS["openai-responses"] : "gpt-5.1",
    instructions: hasBit(conversation.variants, 6) ? "Be kind." : undefined,
    input: turns.flatMap((turn, index) => {
      if (turn.role === "user") return [{ role: "user", content: userContent(turn.parts, turn.plain) }];
      if (turn.role === "assistant")
        return assistantTurn(turn.texts, calls[index] ?? [], { tools, bits: conversation.variants });
      return [{ type: "message", role: turn.role, content: [{ type: "input_text", text: turn.text }] }];
    }),
    tools: called ? tools.map(toolOf) : undefined,
    tool_choice: called ? choiceOf(choice, tools) : undefined,
    parallel_tool_calls: called ? parallel : undefined,
    temperature: effort === undefined ? temperature : undefined,
    top_p: effort === undefined ? topP : undefined,
    max_output_tokens: maxTokens,
    text: formatOf(format),
    reasoning: effort === undefined ? undefined : { effort },
    stream,
  });
}

function userContent(parts: readonly Part[], plain: boolean): Json {
  const [first] = parts;
  if (plain && parts.length === 1 && first?.type === "text") return first.text;
  return parts.map(inputPart);
}

function inputPart(part: Part): Json {
  if (part.type === "text") return { type: "input_text", text: part.text };
  if (part.type === "image")
    return { type: "input_image", image_url: part.url ? IMAGE_URL : dataUrl("image/png", IMAGE) };
  if (part.url) return { type: "input_file", file_url: PDF_URL };
  return { type: "input_file", filename: "a.pdf", file_data: dataUrl("application/pdf", PDF) };
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly bits: number;
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], { tools, bits }: TurnContext): Json[] {
  const parts = texts.map((text) => ({ type: "output_text", text, annotations: [] }));
  const message = hasBit(bits, 4)
    ? texts.map((text) => ({ role: "assistant", content: text }))
    : [{ type: "message", role: "assistant", content: parts }];
  const made = calls.map((call) => callOf(call, tools[call.tool] as Tool));
  const results = inResultOrder(calls).map((call) => outputOf(call, tools[call.tool] as Tool));
  const spokenWords = texts.length === 0 ? [] : message;
  // Models may also speak after they have called (B3).
  return hasBit(bits, 5) ? [...made, ...spokenWords, ...results] : [...spokenWords, ...made, ...results];
}

function callOf(call: Numbered, { name, custom }: Tool): Json {
  const call_id = idOf(call, ID);
  if (custom) return { type: "custom_tool_call", call_id, name, input: call.text };
  return { type: "function_call", call_id, name, arguments: stringifyJson(call.input) };
}

function outputOf(call: Numbered, { custom }: Tool): Json {
  const type = custom ? "custom_tool_call_output" : "function_call_output";
  return { type, call_id: idOf(call, ID), output: resultOf(call.result) };
}

function resultOf(result: Result): Json {
  if (result.type === "json") return stringifyJson(result.value);
  if (result.type === "text") return result.plain ? result.text : [{ type: "input_text", text: result.text }];
  return [
    { type: "input_text", text: result.text },
    { type: "input_image", image_url: dataUrl("image/png", IMAGE) },
  ];
}

function toolOf({ name, description, schema, custom }: Tool): Json {
  if (custom) return given({ type: "custom", name, description, format: { type: "text" } });
  return given({ type: "function", name, description, parameters: schema, strict: false });
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[]): Json | undefined {
  const [first] = tools;
  if (first === undefined || choice === undefined || !["tool", "allowed"].includes(choice)) return choice;
  const reference = { type: first.custom ? "custom" : "function", name: first.name };
  return choice === "tool" ? reference : { type: "allowed_tools", mode: "required", tools: [reference] };
}

function formatOf(format: Settings["format"]): Json | undefined {
  if (format === undefined) return undefined;
  if (format.type === "json") return { format: { type: "json_object" } };
  return { format: { type: "json_schema", name: "answer", schema: format.schema } };
}
