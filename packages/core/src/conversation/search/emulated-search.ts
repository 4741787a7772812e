// The state of an emulated tool search: which tools are hidden, what was searched, and what was found.

import { isObject } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { CallPart } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { FunctionFields, ToolFields } from "../../model/tool.ts";
import { loadedKey } from "../../tools/deferral.ts";
import { ToolIndex } from "./tool-index.ts";

/** How often a turn may search; afterwards the model has to do with what it has found. */
const MAX_ROUNDS = 5;
/** How many tools a search loads, if the model does not say it, and at most. */
const USUAL_LIMIT = 5;
const MAX_LIMIT = 20;
/** How much of a description a result repeats, in characters; the declaration has it all. */
const MAX_DESCRIPTION = 200;

/**
 * A tool search for models without one: deferred tools are hidden behind a function that searches them, whose calls the bridge
 * answers itself. What was found is declared from then on, in later turns as long as it is stored, and so is what the
 * conversation has called before.
 */
export class EmulatedSearch {
  /** The function that searches. */
  readonly tool: FunctionFields;
  /** What the model said in each round, and what it was answered. */
  readonly rounds: { readonly parts: readonly Part[]; readonly results: readonly ResultPart[] }[] = [];
  /** The tools that were found in this turn, as `namespace:name`. */
  readonly found: string[] = [];
  private readonly hidden: Map<string, ToolFields>;
  private index: ToolIndex | undefined;
  private readonly deferred: readonly ToolFields[];
  private answered = 0;

  constructor(deferred: readonly ToolFields[], { name, loaded }: { name: string; loaded: ReadonlySet<string> }) {
    this.deferred = deferred;
    const hidden = deferred.filter((tool) => !loaded.has(loadedKey(tool)));
    this.hidden = new Map(hidden.map((tool) => [loadedKey(tool), tool]));
    this.tool = { type: "function", name, description: describe(deferred), inputSchema: INPUT };
  }

  /** Whether the provider is not given this tool: it is not loaded yet, or it searches and the turn has searched enough. */
  isHidden(tool: ToolFields): boolean {
    if (tool.name === this.tool.name) return this.rounds.length >= MAX_ROUNDS;
    return this.hidden.has(loadedKey(tool));
  }

  isSearch({ name }: { readonly name: string }): boolean {
    return name === this.tool.name;
  }

  /** Answers the calls among the parts of a turn that were not answered yet, and loads what they find. */
  answer(parts: readonly Part[]): void {
    const own = parts.slice(this.answered);
    this.answered = parts.length;
    const calls = own.filter((part): part is CallPart => part.type === "call" && this.isSearch(part));
    this.rounds.push({ parts: own, results: calls.map((call) => this.resultOf(call)) });
  }

  private resultOf(call: CallPart): ResultPart {
    const text = this.textFor(parseInput(call.input).value);
    return {
      type: "result",
      id: call.id,
      name: call.name,
      kind: "function",
      parts: [{ type: "text", text }],
      plain: true,
    };
  }

  private load(keys: readonly string[]): void {
    for (const key of keys) if (this.hidden.delete(key)) this.found.push(key);
  }

  private textFor(input: unknown): string {
    const { query = "", limit = USUAL_LIMIT } = (isObject(input as JsonObject) ? input : {}) as JsonObject;
    this.index ??= new ToolIndex(this.deferred);
    const most = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), MAX_LIMIT) : USUAL_LIMIT;
    const found = this.index.search(String(query), most);
    if (found.length === 0)
      return `No tool matches ${JSON.stringify(query)}. Search with other words, or do without such a tool.`;
    this.load(found.map(loadedKey));
    const lines = found.map((tool) => `- ${tool.name}: ${(tool.description ?? "").slice(0, MAX_DESCRIPTION)}`);
    return `These tools are available from now on:\n${lines.join("\n")}`;
  }
}

/** The tools that a conversation has called, as `namespace:name`. */
export function calledToolsIn(messages: readonly Message[]): Set<string> {
  const calls = messages.flatMap(({ parts }) => parts.filter((part): part is CallPart => part.type === "call"));
  return new Set(calls.map(loadedKey));
}

const INPUT = {
  type: "object",
  properties: {
    query: { type: "string", description: "The name of a tool or of a server, or words that say what the tool does." },
    limit: { type: "integer", description: `How many tools to load at most; ${USUAL_LIMIT} by default.` },
  },
  required: ["query"],
} as const;

/** The description tells the servers, where tools have them, since that is what a model can know to ask for. */
function describe(deferred: readonly ToolFields[]): string {
  const servers = [...new Set(deferred.flatMap(({ namespace, name }) => namespace ?? serverIn(name)))].slice(
    0,
    MAX_SERVERS,
  );
  const sources = servers.length === 0 ? "" : ` There are tools of: ${servers.join(", ")}.`;
  return `Searches ${deferred.length} more tools, and makes those that match available. Search before you say that you cannot do something.${sources}`;
}

const MAX_SERVERS = 50;

// Agents name the tools of MCP servers like this: mcp__github__create_issue.
function serverIn(name: string): string[] {
  const server = /^mcp__(.+?)__/.exec(name)?.[1];
  return server === undefined ? [] : [server];
}
