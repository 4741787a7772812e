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
  type Turn,
} from "../conversation.ts";
import { type Fields, given, MODELS } from "../dialects.ts";
import {
  IMAGE,
  IMAGE_URL,
  idOf,
  type Numbered,
  namedTools,
  nonBlank,
  PDF,
  PDF_URL,
  withoutEmptyTurns,
} from "./common.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ID = /^[a-zA-Z0-9_-]+$/;

/** A conversation as a request of the Messages API (A3 to A9 of the wire facts). */
export function write(conversation: Conversation): Fields {
  const tools = namedTools(conversation, NAME);
  const turns = endsWithUser(withoutEmptyTurns(conversation.turns));
  const calls = numbered(turns);
  const { maxTokens, topP, stop, parallel, format, choice, stream, temperature } = conversation.settings;
  return given({
    model: MODELS.anthropic,
    max_tokens: maxTokens ?? 1024,
    system: systemOf(turns, hasBit(conversation.variants, 0)),
    messages: joined(
      turns.flatMap((turn, index) => {
        if (turn.role === "user") return [{ role: "user", content: userContent(turn.parts, turn.plain) }];
        return turn.role === "assistant"
          ? assistantTurn(turn.texts, calls[index] ?? [], { tools, bits: conversation.variants })
          : [];
      }),
    ),
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    tool_choice: tools.length > 0 ? choiceOf(choice, tools, parallel) : undefined,
    temperature,
    // Newer models take one of the two.
    top_p: temperature === undefined ? topP : undefined,
    // Blank ones are refused.
    stop_sequences: withoutBlanks(stop),
    output_config: format?.type === "schema" ? { format: { type: "json_schema", schema: format.schema } } : undefined,
    stream,
  });
}

// The user's text after results is in the same message, as clients send it (A8).
function joined(messages: readonly Fields[]): Fields[] {
  const all: Fields[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (message.role !== "user" || last?.role !== "user" || !isResults(last.content)) all.push(message);
    else all[all.length - 1] = { ...last, content: [...blocksOf(last.content), ...blocksOf(message.content)] };
  }
  return all;
}

function isResults(content: Json | undefined): boolean {
  return Array.isArray(content) && content.some((block) => (block as Fields).type === "tool_result");
}

function blocksOf(content: Json | undefined): readonly Json[] {
  return Array.isArray(content) ? content : [{ type: "text", text: content ?? "" }];
}

function endsWithUser(turns: readonly Turn[]): Turn[] {
  const more: Turn = { role: "user", parts: [{ type: "text", text: "Go on" }], plain: true };
  const last = turns.findLast(({ role }) => role === "user" || role === "assistant");
  return last?.role === "assistant" && last.calls.length === 0 ? [...turns, more] : [...turns];
}

function systemOf(turns: readonly Turn[], plain: boolean): Json | undefined {
  const texts = turns.flatMap((turn) => (turn.role === "system" ? [nonBlank(turn.text)] : []));
  if (texts.length === 0) return undefined;
  return plain ? texts.join("\n\n") : texts.map((text) => ({ type: "text", text }));
}

function userContent(parts: readonly Part[], plain: boolean): Json {
  const [first] = parts;
  if (plain && parts.length === 1 && first?.type === "text") return nonBlank(first.text);
  return parts.map(block);
}

function block(part: Part): Json {
  if (part.type === "text") return { type: "text", text: nonBlank(part.text) };
  if (part.type === "image") {
    const bytes = { type: "base64", media_type: "image/png", data: IMAGE };
    return { type: "image", source: part.url ? { type: "url", url: IMAGE_URL } : bytes };
  }
  const bytes = { type: "base64", media_type: "application/pdf", data: PDF };
  return { type: "document", source: part.url ? { type: "url", url: PDF_URL } : bytes };
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly bits: number;
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], { tools, bits }: TurnContext): Fields[] {
  const expectedText = texts.map((text) => ({ type: "text", text: nonBlank(text) }));
  const made = calls.map((call) => callOf(call, tools[call.tool] as Tool));
  const results = inResultOrder(calls).map((call) => resultOf(call));
  const [first] = expectedText;
  const plain = hasBit(bits, 1) && expectedText.length === 1 && calls.length === 0;
  return [
    { role: "assistant", content: plain && first !== undefined ? first.text : [...expectedText, ...made] },
    ...(results.length === 0 ? [] : [{ role: "user", content: results }]),
  ];
}

function callOf(call: Numbered, { name }: Tool): Json {
  return { type: "tool_use", id: idOf(call, ID), name, input: call.input };
}

function resultOf(call: Numbered): Json {
  const { result } = call;
  const isError = result.type !== "image" && result.isError ? { is_error: true } : {};
  return { type: "tool_result", tool_use_id: idOf(call, ID), ...contentOf(result), ...isError };
}

function contentOf(result: Result): Fields {
  if (result.type === "json") return { content: stringifyJson(result.value) };
  if (result.type === "text" && result.plain) return result.text === "" ? {} : { content: result.text };
  const expectedText = { type: "text", text: nonBlank(result.text) };
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: IMAGE } };
  return { content: result.type === "image" ? [expectedText, image] : [expectedText] };
}

function toolOf({ name, description, schema }: Tool): Json {
  return given({ name, description, input_schema: schema });
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[], parallel: boolean | undefined): Json | undefined {
  const name = tools[0]?.name ?? "";
  const types = { auto: "auto", none: "none", required: "any", tool: "tool", allowed: "auto" } as const;
  if (choice === undefined) return undefined;
  const type = types[choice];
  const alone = type === "none" || parallel === undefined ? {} : { disable_parallel_tool_use: !parallel };
  return { type, ...(type === "tool" ? { name } : {}), ...alone };
}

function withoutBlanks(stops: readonly string[] | undefined): readonly string[] | undefined {
  const spoken = stops?.filter((stop) => stop.trim() !== "");
  return spoken?.length === 0 ? undefined : spoken;
}
