import type { Json, JsonObject } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import { argumentsFor, valueFor } from "./arguments.ts";
import type { OfferedTool, SimConversation, SimResponse, SimToolCall } from "./conversation.ts";
import type { SimDialect } from "./dialects/dialect.ts";
import { hash } from "./hash.ts";
import { alwaysReasons, reasoningBefore } from "./rules/reasoning.ts";
import type { Script } from "./scripts.ts";

/** The response to a request: the scripted one, or one that depends on the request only. */
export function createResponse(decoded: SimConversation, dialect: SimDialect, script: Script | undefined): SimResponse {
  const bodyText = stringifyJson(decoded.body);
  const id = hash(`${dialect.id} ${decoded.model} ${bodyText}`);
  const { text, calls, finish, reasoning } = script ?? improvise(decoded, dialect.id, bodyText);
  const named = calls.map((call, index) => ({
    ...call,
    id: call.id ?? dialect.callId(hash(`${id} ${index}`).slice(0, 24)),
  }));
  const reasoningText = alwaysReasons(decoded.model)
    ? reasoningBefore(named)
    : (reasoning ?? (decoded.wantsReasoning ? reasoningFor(named) : undefined));
  const usage = { input: estimateSimTokens(bodyText), ...outputTokens(reasoningText, text, named) };
  return {
    id,
    ...(reasoningText === undefined ? {} : { reasoning: reasoningText }),
    ...(text === undefined ? {} : { text }),
    calls: named,
    finish: finish ?? "stop",
    usage,
  };
}

/** Four characters count as a token. */
export function estimateSimTokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}

function improvise(decoded: SimConversation, dialect: string, bodyText: string): Script {
  const { results, format } = decoded;
  if (results.length === 0) {
    const tools = toolsToCall(decoded).filter((tool) => !wasCalledTooOften(tool, decoded, bodyText));
    if (tools.length > 0) return { calls: tools.map(callTo) };
  }
  if (format !== undefined) return { calls: [], text: stringifyJson(jsonAnswer(format.schema)) };
  return { calls: [], text: results.length > 0 ? quoteResults(decoded) : greeting(decoded, dialect) };
}

function toolsToCall({ tools, toolChoice: choice, lastUserText, parallel }: SimConversation): OfferedTool[] {
  if (choice.mode === "none") return [];
  const allowed = choice.names === undefined ? tools : tools.filter(({ name }) => choice.names?.includes(name));
  const named = allowed.filter(({ name }) => name !== "" && lastUserText.includes(name));
  const [first, second] = [...new Set([...named, ...allowed])];
  if (first === undefined) return [];
  if (!parallel || !/\bparallel\b/i.test(lastUserText)) return [first];
  return [first, second ?? first];
}

/** How often a tool is called in one conversation, unless the tool choice requires it. */
const MAX_CALLS = 3;

// Otherwise an agent would never end whose tools add messages of their own.
function wasCalledTooOften({ name }: OfferedTool, { toolChoice: choice }: SimConversation, bodyText: string): boolean {
  return choice.mode !== "required" && bodyText.split(`${name}${ANSWERED}`).length > MAX_CALLS;
}

const ANSWERED = " answered: ";

function callTo({ name, kind, schema }: OfferedTool): Omit<SimToolCall, "id"> {
  return { name, input: kind === "custom" ? "the simulated provider says hello" : argumentsFor(schema) };
}

function jsonAnswer(schema: Json | undefined): JsonObject {
  const value = schema === undefined ? { answer: "This is the simulated provider." } : valueFor(schema);
  return value as JsonObject;
}

function quoteResults({ results }: SimConversation): string {
  return results.map(({ name, text }) => `${name === "" ? "The tool" : name}${ANSWERED}${text}`).join("\n");
}

function greeting({ model, lastUserText, tools }: SimConversation, dialect: string): string {
  const offered = ["no tools", "one tool"][tools.length] ?? `${tools.length} tools`;
  const quoted = lastUserText === "" ? "nothing" : JSON.stringify(lastUserText.slice(0, 200));
  return `Hello from the simulated provider! It speaks ${dialect} as ${model}, was offered ${offered}, and heard: ${quoted}`;
}

function reasoningFor(calls: readonly SimToolCall[]): string {
  if (calls.length === 0) return "The answer can be given at once.";
  return `To answer, ${calls.map(({ name }) => name).join(" and ")} must be called.`;
}

function outputTokens(
  reasoningText: string | undefined,
  text: string | undefined,
  calls: readonly SimToolCall[],
): { output: number; reasoning: number } {
  const reasoning = reasoningText === undefined ? 0 : estimateSimTokens(reasoningText);
  const rest = (text ?? "") + calls.map(({ name, input }) => name + stringifyJson(input)).join("");
  return { output: reasoning + estimateSimTokens(rest), reasoning };
}
