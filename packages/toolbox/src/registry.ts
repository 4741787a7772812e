import { type Converted, type ConvertOptions, convertTools, type Json, type JsonObject } from "@toolglot/core";
import type { RunnableTool, RunOptions, ToolOutcome } from "./tool.ts";
import { validate } from "./validate.ts";

/** Something that was left out, and why. */
export interface Refusal {
  readonly name?: string;
  /** The file, or the server. */
  readonly where: string;
  readonly reason: string;
  readonly level: "info" | "warning" | "error";
}

/** All tools of a session under one sorted list of names. */
export class Registry {
  private readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly refusals: readonly Refusal[];

  constructor(tools: Iterable<RunnableTool>, refusals: readonly Refusal[] = []) {
    const sorted = [...tools].sort((one, other) => compare(one.name, other.name));
    this.tools = new Map(sorted.map((tool) => [tool.name, tool]));
    this.refusals = refusals;
  }

  list(): RunnableTool[] {
    return [...this.tools.values()];
  }

  find(name: string): RunnableTool | undefined {
    return this.tools.get(name);
  }

  /** Only these, in the same order; a name that is not there is told. */
  only(names: readonly string[]): { readonly registry: Registry; readonly missing: string[] } {
    const wanted = new Set(names);
    const registry = new Registry(
      this.list().filter(({ name }) => wanted.has(name)),
      this.refusals,
    );
    return { registry, missing: names.filter((name) => !this.tools.has(name)) };
  }

  /** The definitions as a dialect wants them, with the lenses for calls. */
  encode(options: Omit<ConvertOptions, "from">): Converted {
    return convertTools(this.list().map(mcpDefinition) as unknown as Json, { ...options, from: "mcp" });
  }

  /** Runs a tool with arguments that its own schema allows; everything that goes wrong is an outcome. */
  async call(name: string, input: Json, options: RunOptions = {}): Promise<ToolOutcome> {
    const tool = this.tools.get(name);
    if (tool === undefined) return failedCall("NOT_FOUND", `there is no tool called ${JSON.stringify(name)}`);
    const problem = validate(input, tool.inputSchema);
    if (problem !== undefined) return failedCall("INVALID_ARGUMENTS", problem);
    return tool.run(input as JsonObject, options);
  }
}

/** A tool as MCP describes it. */
export function mcpDefinition({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  hints,
}: RunnableTool): JsonObject {
  const { readOnly, destructive, idempotent, openWorld } = hints;
  const annotations = {
    ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
    ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: inputSchema as Json,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as Json }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

function failedCall(code: "NOT_FOUND" | "INVALID_ARGUMENTS", error: string): ToolOutcome {
  return { success: false, code, error, durationMs: 0 };
}

// By code units: the same on every machine, whatever its language.
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
