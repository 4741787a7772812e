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
  isEmpty,
  type Numbered,
  namedTools,
  PDF,
  PDF_URL,
  withoutEmptyTurns,
} from "./common.ts";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const ID = /^[\s\S]+$/;

/** A conversation as a request of the Interactions API (B13 of the wire facts). */
export function write(conversation: Conversation): Fields {
  const tools = namedTools(conversation, NAME);
  const turns = withoutEmptyTurns(conversation.turns);
  const config = configOf(conversation.settings, tools);
  return given({
    model: MODELS["gemini-interactions"],
    input: inputOf(turns, { tools, bits: conversation.variants }),
    system_instruction: systemOf(turns),
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    generation_config: isEmpty(config) ? undefined : config,
    response_format: formatOf(conversation.settings.format),
    stream: conversation.settings.stream,
    store: hasBit(conversation.variants, 1) ? false : undefined,
  });
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly bits: number;
}

// What the user says alone may also be a text or a list of content.
function inputOf(turns: readonly Turn[], { tools, bits }: TurnContext): Json {
  const calls = numbered(turns);
  const [first, ...others] = turns.filter(({ role }) => role === "user" || role === "assistant");
  if (first?.role === "user" && others.length === 0 && hasBit(bits, 2))
    return hasBit(bits, 3) ? "Hello" : first.parts.map(blockOf);
  return turns.flatMap((turn, index) => {
    if (turn.role === "user") return [{ type: "user_input", content: turn.parts.map(blockOf) }];
    return turn.role === "assistant" ? assistantTurn(turn.texts, calls[index] ?? [], { tools, bits }) : [];
  });
}

function systemOf(turns: readonly Turn[]): string | undefined {
  const texts = turns.flatMap((turn) => (turn.role === "system" ? [turn.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function blockOf(part: Part): Json {
  if (part.type === "text") return { type: "text", text: part.text };
  const [type, mime_type, data, uri] =
    part.type === "image" ? ["image", "image/png", IMAGE, IMAGE_URL] : ["document", "application/pdf", PDF, PDF_URL];
  return part.url ? { type, mime_type, uri } : { type, mime_type, data };
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], { tools, bits }: TurnContext): Json[] {
  const content = texts.map((text) => ({ type: "text", text }));
  const spoken = texts.length === 0 ? [] : [{ type: "model_output", content }];
  const made = calls.map((call) => callOf(call, tools[call.tool] as Tool));
  const results = inResultOrder(calls).map((call) => resultOf(call, tools[call.tool] as Tool));
  // The AI SDK sends results as content of the user.
  const answered = hasBit(bits, 4) && results.length > 0 ? [{ type: "user_input", content: results }] : results;
  return hasBit(bits, 5) ? [...made, ...spoken, ...answered] : [...spoken, ...made, ...answered];
}

function callOf(call: Numbered, { name }: Tool): Json {
  return { type: "function_call", id: idOf(call, ID), name, arguments: call.input };
}

function resultOf(call: Numbered, { name }: Tool): Json {
  const { result } = call;
  const failed = result.type !== "image" && result.isError ? { is_error: true } : {};
  return { type: "function_result", call_id: idOf(call, ID), name, result: shown(result), ...failed };
}

function shown(result: Result): Json {
  if (result.type === "text") return result.plain ? result.text : [{ type: "text", text: result.text }];
  if (result.type === "image")
    return [
      { type: "text", text: result.text },
      { type: "image", mime_type: "image/png", data: IMAGE },
    ];
  const { value } = result;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !("lexeme" in value);
  return isObject ? value : stringifyJson(value);
}

function toolOf({ name, description, schema }: Tool): Json {
  return given({ type: "function", name, description, parameters: schema });
}

function configOf({ temperature, topP, maxTokens, stop, effort, seed, choice }: Settings, tools: readonly Tool[]) {
  return given({
    temperature,
    top_p: topP,
    max_output_tokens: maxTokens,
    stop_sequences: stop,
    seed,
    thinking_level: effort,
    tool_choice: tools.length > 0 ? choiceOf(choice, tools) : undefined,
  });
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[]): Json | undefined {
  if (choice === undefined || choice === "auto" || choice === "none") return choice;
  if (choice === "required") return "any";
  return { allowed_tools: { mode: choice === "tool" ? "any" : "validated", tools: [tools[0]?.name ?? ""] } };
}

function formatOf(format: Settings["format"]): Json | undefined {
  if (format === undefined) return undefined;
  const schema = format.type === "schema" ? { schema: format.schema } : {};
  return { type: "text", mime_type: "application/json", ...schema };
}
