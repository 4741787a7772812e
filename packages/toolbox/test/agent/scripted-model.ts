import type { Json, JsonObject } from "@toolglot/core";
import {
  type AgentEvent,
  type AgentOptions,
  allowAll,
  type FunctionTool,
  functionTool,
  type Generate,
  type GenerateResult,
  Registry,
  type RunnableTool,
  withText,
} from "@toolglot/toolbox";

/** A model that returns the given results in order, and records its requests. */
export function scripted(answers: readonly (GenerateResult | Error)[]): {
  readonly generate: Generate;
  readonly requests: JsonObject[];
} {
  const requests: JsonObject[] = [];
  const generate: Generate = async (request, { onText }) => {
    const answer = answers[requests.push(request) - 1] ?? textResult("This is all.");
    if (answer instanceof Error) throw answer;
    for (const { type, text } of answer.content) if (type === "text") onText(String(text));
    return answer;
  };
  return { generate, requests };
}

/** A response with text. */
export function textResult(text: string, stop = "end_turn"): GenerateResult {
  return { content: [{ type: "text", text }], stopReason: stop, usage: { input: 10, output: 5 } };
}

/** An answer that calls tools; the ids are `toolu_<turn>_<number>`. */
export function callsResult(turn: number, ...named: readonly (readonly [name: string, input: Json])[]): GenerateResult {
  const content = named.map(([name, input], index) => ({
    type: "tool_use",
    id: `toolu_${turn}_${index}`,
    name,
    input,
  }));
  return { content, stopReason: "tool_use" };
}

/** A tool that is safe to run, and answers with what it was given. */
export function echo(name = "echo"): RunnableTool {
  return tool(name, (input) => input);
}

/** A read-only tool. */
export function tool(name: string, call: FunctionTool["call"]): RunnableTool {
  return functionTool({ name, description: `does ${name}`, inputSchema: OBJECT, hints: { readOnly: true }, call });
}

/** A tool that may change something. */
export function changing(name: string, call: FunctionTool["call"]): RunnableTool {
  return functionTool({ name, description: `changes ${name}`, inputSchema: OBJECT, call });
}

const OBJECT = { type: "object", properties: { value: {} } } as const;

/** What a run needs in addition to its model. */
export function withTools(
  ...tools: readonly RunnableTool[]
): Pick<AgentOptions, "registry" | "confirm" | "messages" | "onEvent"> & { readonly events: AgentEvent[] } {
  const events: AgentEvent[] = [];
  const onEvent = (event: AgentEvent) => void events.push(event);
  return { registry: new Registry(tools), confirm: allowAll, messages: withText([], "Do it."), onEvent, events };
}

/** The blocks of the last message of a request. */
export function lastBlocks(request: JsonObject | undefined): JsonObject[] {
  const messages = request?.messages as readonly { readonly content: JsonObject[] }[];
  return messages.at(-1)?.content ?? [];
}
