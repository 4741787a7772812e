import { type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { argumentsFor, valueFor } from "./arguments.ts";
import type { Answer, AnswerCall, Asked, AskedTool } from "./conversation.ts";
import type { SimDialect } from "./dialects/dialect.ts";
import { hash } from "./hash.ts";
import { alwaysReasons, reasoningBefore } from "./rules/reasoning.ts";
import type { Script } from "./scripts.ts";

/** What is answered: what the script says, or what follows from the request alone. */
export function decide(asked: Asked, dialect: SimDialect, script: Script | undefined): Answer {
  const said = stringifyJson(asked.body);
  const id = hash(`${dialect.id} ${asked.model} ${said}`);
  const { text, calls, finish, reasoning } = script ?? improvised(asked, dialect.id, said);
  const named = calls.map((call, index) => ({
    ...call,
    id: call.id ?? dialect.callId(hash(`${id} ${index}`).slice(0, 24)),
  }));
  const thought = alwaysReasons(asked.model)
    ? reasoningBefore(named)
    : (reasoning ?? (asked.wantsReasoning ? reasoningFor(named) : undefined));
  const usage = { input: tokens(said), ...spent(thought, text, named) };
  return {
    id,
    ...(thought === undefined ? {} : { reasoning: thought }),
    ...(text === undefined ? {} : { text }),
    calls: named,
    finish: finish ?? "stop",
    usage,
  };
}

/** Four characters are a token. */
export function tokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}

function improvised(asked: Asked, dialect: string, said: string): Script {
  const { results, format } = asked;
  if (results.length === 0) {
    const tools = toolsToCall(asked).filter((tool) => !isWornOut(tool, asked, said));
    if (tools.length > 0) return { calls: tools.map(callOf) };
  }
  if (format !== undefined) return { calls: [], text: stringifyJson(answerIn(format.schema)) };
  return { calls: [], text: results.length > 0 ? quoted(asked) : greeting(asked, dialect) };
}

function toolsToCall({ tools, choice, lastUserText, parallel }: Asked): AskedTool[] {
  if (choice.mode === "none") return [];
  const allowed = choice.names === undefined ? tools : tools.filter(({ name }) => choice.names?.includes(name));
  const named = allowed.filter(({ name }) => name !== "" && lastUserText.includes(name));
  const [first, second] = [...new Set([...named, ...allowed])];
  if (first === undefined) return [];
  if (!parallel || !/\bparallel\b/i.test(lastUserText)) return [first];
  return [first, second ?? first];
}

/** How often a tool is called in one conversation that does not demand it. */
const TRIES = 3;

// An agent whose tools report back by themselves would otherwise never come to an end.
function isWornOut({ name }: AskedTool, { choice }: Asked, said: string): boolean {
  return choice.mode !== "required" && said.split(`${name}${ANSWERED}`).length > TRIES;
}

const ANSWERED = " answered: ";

function callOf({ name, kind, schema }: AskedTool): Omit<AnswerCall, "id"> {
  return { name, input: kind === "custom" ? "the simulated provider says hello" : argumentsFor(schema) };
}

function answerIn(schema: Json | undefined): JsonObject {
  const value = schema === undefined ? { answer: "This is the simulated provider." } : valueFor(schema);
  return value as JsonObject;
}

function quoted({ results }: Asked): string {
  return results.map(({ name, text }) => `${name === "" ? "The tool" : name}${ANSWERED}${text}`).join("\n");
}

function greeting({ model, lastUserText, tools }: Asked, dialect: string): string {
  const offered = tools.length === 0 ? "no tools" : `the tools ${tools.map(({ name }) => name).join(", ")}`;
  const heard = lastUserText === "" ? "nothing" : JSON.stringify(lastUserText.slice(0, 200));
  return `Hello from the simulated provider! It speaks ${dialect} as ${model}, was offered ${offered}, and heard: ${heard}`;
}

function reasoningFor(calls: readonly AnswerCall[]): string {
  if (calls.length === 0) return "The answer can be given at once.";
  return `To answer, ${calls.map(({ name }) => name).join(" and ")} must be called.`;
}

function spent(
  thought: string | undefined,
  text: string | undefined,
  calls: readonly AnswerCall[],
): { output: number; reasoning: number } {
  const reasoning = thought === undefined ? 0 : tokens(thought);
  const rest = (text ?? "") + calls.map(({ name, input }) => name + stringifyJson(input)).join("");
  return { output: reasoning + tokens(rest), reasoning };
}
