import type { Json } from "@toolglot/core";
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
import { type Fields, given } from "../dialects.ts";
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

/** A conversation as a request of generateContent (B2 to B7 of the wire facts). */
export function write(conversation: Conversation): Fields {
  const tools = namedTools(conversation, NAME);
  const turns = withoutMonologue(withoutEmptyTurns(conversation.turns));
  const calls = numbered(turns);
  const config = configOf(conversation.settings);
  return given({
    systemInstruction: systemOf(turns),
    contents: turns.flatMap((turn, index) => {
      if (turn.role === "user") return [{ role: "user", parts: turn.parts.map(partOf) }];
      return turn.role === "assistant"
        ? assistantTurn(turn.texts, calls[index] ?? [], { tools, bits: conversation.variants })
        : [];
    }),
    tools: tools.length > 0 ? [{ functionDeclarations: tools.map(toolOf) }] : undefined,
    toolConfig: tools.length > 0 ? choiceOf(conversation.settings.choice, tools) : undefined,
    generationConfig: isEmpty(config) ? undefined : config,
  });
}

// A call may only follow the user, or results (B6, rule 2).
function withoutMonologue(turns: readonly Turn[]): Turn[] {
  const between: Turn = { role: "user", parts: [{ type: "text", text: "And?" }], plain: true };
  const spokenTurns = turns.filter(({ role }) => role === "user" || role === "assistant");
  return turns.flatMap((turn) => {
    const before = spokenTurns[spokenTurns.indexOf(turn) - 1];
    const repeats = turn.role === "assistant" && before?.role === "assistant" && before.calls.length === 0;
    return repeats && turn.calls.length > 0 ? [between, turn] : [turn];
  });
}

function systemOf(turns: readonly Turn[]): Json | undefined {
  const parts = turns.flatMap((turn) => (turn.role === "system" ? [{ text: turn.text }] : []));
  return parts.length === 0 ? undefined : { parts };
}

function partOf(part: Part): Json {
  if (part.type === "text") return { text: part.text };
  const [mimeType, data, fileUri] =
    part.type === "image" ? ["image/png", IMAGE, IMAGE_URL] : ["application/pdf", PDF, PDF_URL];
  return part.url ? { fileData: { mimeType, fileUri } } : { inlineData: { mimeType, data } };
}

interface TurnContext {
  readonly tools: readonly Tool[];
  readonly bits: number;
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], { tools, bits }: TurnContext): Json[] {
  const message = texts.map((text) => ({ text }));
  const withIds = hasBit(bits, 1);
  const made = calls.map((call) => callOf(call, tools[call.tool] as Tool, withIds));
  // Without ids a result is known by its name and its place.
  const answered = withIds ? inResultOrder(calls) : calls;
  const results = answered.map((call) => answerOf(call, tools[call.tool] as Tool, withIds));
  return [
    { role: "model", parts: [...message, ...made] },
    ...(results.length === 0 ? [] : [{ role: "user", parts: results }]),
  ];
}

function callOf(call: Numbered, { name }: Tool, withIds: boolean): Json {
  return { functionCall: { ...(withIds ? { id: idOf(call, ID) } : {}), name, args: call.input } };
}

function answerOf(call: Numbered, { name }: Tool, withIds: boolean): Json {
  const response = responseOf(call.result);
  return { functionResponse: { ...(withIds ? { id: idOf(call, ID) } : {}), name, response } };
}

function responseOf(result: Result): Fields {
  if (result.type === "image") return { output: result.text };
  if (result.type === "text") return { [result.isError ? "error" : "output"]: result.text };
  const { value, isError } = result;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !("lexeme" in value);
  if (isError) return { error: value };
  return isObject && !("output" in value) && !("error" in value) ? (value as Fields) : { output: value };
}

function toolOf({ name, description, schema }: Tool): Json {
  return given({ name, description, parametersJsonSchema: schema });
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[]): Json | undefined {
  if (choice === undefined) return undefined;
  const modes = { auto: "AUTO", none: "NONE", required: "ANY", tool: "ANY", allowed: "VALIDATED" } as const;
  const names = choice === "tool" || choice === "allowed" ? { allowedFunctionNames: [tools[0]?.name ?? ""] } : {};
  return { functionCallingConfig: { mode: modes[choice], ...names } };
}

function configOf({ temperature, topP, maxTokens, stop, format, effort, seed }: Settings): Fields {
  const budgets = { low: 1024, medium: 8192, high: 24576 };
  return given({
    temperature,
    topP,
    maxOutputTokens: maxTokens,
    stopSequences: stop,
    seed,
    responseMimeType: format === undefined ? undefined : "application/json",
    responseJsonSchema: format?.type === "schema" ? format.schema : undefined,
    thinkingConfig: effort === undefined ? undefined : { thinkingBudget: budgets[effort] },
  });
}
