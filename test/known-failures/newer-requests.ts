import type { Json } from "@toolglot/core";
import { convertTools } from "../support/dynamic.ts";
import type { AssistantTurn, ConversationTurns, Fields, Turn } from "./wire.ts";

/** The APIs that came after the others. */
export type NewerApi = "bedrock" | "gemini-interactions";

/** A request in the words of one of them. */
export function newerRequest(api: NewerApi, { tools, turns }: ConversationTurns): Fields {
  const listed = tools === undefined ? undefined : convertTools(tools, { from: "mcp", to: api }).value;
  if (api === "bedrock")
    return {
      messages: turns.flatMap(converseTurn),
      ...(listed === undefined ? {} : { toolConfig: { tools: listed } }),
    };
  const input = turns.flatMap(steps);
  return { model: "gemini-3.8-flash", input, store: false, ...(listed === undefined ? {} : { tools: listed }) };
}

function converseTurn(turn: Turn): Json[] {
  if ("system" in turn) return [{ role: "system", content: [{ text: turn.system }] }];
  if ("user" in turn) return [{ role: "user", content: [{ text: turn.user }] }];
  if ("assistant" in turn) return [{ role: "assistant", content: converseBlocks(turn.assistant) }];
  const content = turn.results.map(({ id, content: text }) => ({
    toolResult: { toolUseId: id, content: [{ text }] },
  }));
  return [{ role: "user", content }];
}

function converseBlocks({ text, calls = [] }: AssistantTurn): Json[] {
  const uses = calls.map(({ id, name, arguments: input }) => ({
    toolUse: { toolUseId: id, name, input: JSON.parse(input) as Json },
  }));
  return [...(text === undefined ? [] : [{ text }]), ...uses];
}

function steps(turn: Turn): Json[] {
  if ("system" in turn) return [];
  if ("user" in turn) return [{ type: "user_input", content: [{ type: "text", text: turn.user }] }];
  if ("results" in turn)
    return turn.results.map(({ id, name, content }) => ({
      type: "function_result",
      call_id: id,
      name,
      result: content,
    }));
  const { text, calls = [] } = turn.assistant;
  const said = text === undefined ? [] : [{ type: "model_output", content: [{ type: "text", text }] }];
  const called = calls.map(({ id, name, arguments: input }) => ({
    ...{ type: "function_call", id, name, arguments: JSON.parse(input) as Json },
  }));
  return [...said, ...called];
}
