import { isObject, type Json, stringifyJson } from "@toolglot/core";
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
import { IMAGE, idOf, type Numbered, namedTools, nonBlank, PDF, withoutEmptyTurns } from "./common.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A conversation as a request of Converse (part D of the wire facts). */
export function write(conversation: Conversation): Fields {
  const tools = namedTools(conversation, NAME);
  const turns = endsWithUser(withoutEmptyTurns(conversation.turns));
  const calls = numbered(turns);
  const { maxTokens, topP, stop, format, choice, temperature } = conversation.settings;
  const messages = turns.flatMap((turn, index) => {
    if (turn.role === "user") return [{ role: "user", content: userContent(turn.parts) }];
    return turn.role === "assistant" ? assistantTurn(turn.texts, calls[index] ?? [], tools) : [];
  });
  const inference = given({ maxTokens, temperature, topP, stopSequences: withoutBlanks(stop) });
  return given({
    system: systemOf(turns, hasBit(conversation.variants, 0)),
    messages: alternating(messages),
    inferenceConfig: Object.keys(inference).length === 0 ? undefined : inference,
    toolConfig:
      tools.length === 0 ? undefined : given({ tools: tools.map(toolOf), toolChoice: choiceOf(choice, tools) }),
    outputConfig: format?.type === "schema" ? formatOf(format.schema as Json) : undefined,
  });
}

function formatOf(schema: Json): Json {
  const jsonSchema = { schema: stringifyJson(schema), name: "answer" };
  return { textFormat: { type: "json_schema", structure: { jsonSchema } } };
}

// Roles alternate, and a conversation begins with the user.
function alternating(messages: readonly Fields[]): Fields[] {
  const all: Fields[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last === undefined && message.role === "assistant") all.push({ role: "user", content: [{ text: "Begin" }] });
    if (last === undefined || last.role !== message.role) all.push(message);
    else all[all.length - 1] = { ...last, content: [...(last.content as Json[]), ...(message.content as Json[])] };
  }
  return all;
}

function endsWithUser(turns: readonly Turn[]): Turn[] {
  const more: Turn = { role: "user", parts: [{ type: "text", text: "Go on" }], plain: true };
  const last = turns.findLast(({ role }) => role === "user" || role === "assistant");
  return last?.role === "assistant" && last.calls.length === 0 ? [...turns, more] : [...turns];
}

function systemOf(turns: readonly Turn[], joined: boolean): Json | undefined {
  const texts = turns.flatMap((turn) => (turn.role === "system" ? [nonBlank(turn.text)] : []));
  if (texts.length === 0) return undefined;
  return joined ? [{ text: texts.join("\n\n") }] : texts.map((text) => ({ text }));
}

// A document needs a text beside it.
function userContent(parts: readonly Part[]): Json[] {
  const blocks = parts.map(block);
  const isAlone = blocks.some((each) => isObject(each) && "document" in each) && !blocks.some(isText);
  return isAlone ? [...blocks, { text: "See this" }] : blocks;
}

function isText(each: Json): boolean {
  return isObject(each) && "text" in each;
}

function block(part: Part): Json {
  if (part.type === "text") return { text: nonBlank(part.text) };
  if (part.type === "image") return { image: { format: "png", source: { bytes: IMAGE } } };
  return { document: { format: "pdf", name: "paper", source: { bytes: PDF } } };
}

function assistantTurn(texts: readonly string[], calls: readonly Numbered[], tools: readonly Tool[]): Fields[] {
  const said = texts.map((text) => ({ text: nonBlank(text) }));
  const made = calls.map((call) => callOf(call, tools[call.tool] as Tool));
  const results = inResultOrder(calls).map((call) => resultOf(call));
  return [
    { role: "assistant", content: [...said, ...made] },
    ...(results.length === 0 ? [] : [{ role: "user", content: results }]),
  ];
}

function callOf(call: Numbered, { name }: Tool): Json {
  return { toolUse: { toolUseId: idOf(call, NAME), name, input: call.input } };
}

function resultOf(call: Numbered): Json {
  const { result } = call;
  const status = result.type !== "image" && result.isError ? { status: "error" } : {};
  return { toolResult: { toolUseId: idOf(call, NAME), content: contentOf(result), ...status } };
}

function contentOf(result: Result): Json[] {
  if (result.type === "json")
    return isObject(result.value) ? [{ json: result.value }] : [{ text: stringifyJson(result.value) }];
  if (result.type === "text" && result.text === "") return [];
  const text = { text: nonBlank(result.text) };
  return result.type === "image" ? [text, { image: { format: "png", source: { bytes: IMAGE } } }] : [text];
}

function toolOf({ name, description, schema }: Tool): Json {
  const said = description === undefined || description.trim() === "" ? undefined : description;
  return { toolSpec: given({ name, description: said, inputSchema: { json: schema as Json } }) };
}

function choiceOf(choice: Settings["choice"], tools: readonly Tool[]): Json | undefined {
  if (choice === undefined) return undefined;
  if (choice === "tool") return { tool: { name: tools[0]?.name ?? "" } };
  return choice === "required" ? { any: {} } : { auto: {} };
}

function withoutBlanks(stops: readonly string[] | undefined): readonly string[] | undefined {
  const spoken = stops?.filter((stop) => stop.trim() !== "");
  return spoken?.length === 0 ? undefined : spoken;
}
