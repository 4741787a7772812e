import {
  type Converted,
  convertTools,
  type DecodeOptions,
  type DialectName,
  type EncodeOptions,
  type Json,
  type JsonObject,
} from "@toolglot/core";
import { compareText } from "./compare-text.ts";
import type { RunnableTool, RunOptions, ToolOutcome } from "./tool.ts";
import { unknownToolMessage } from "./unknown-tool.ts";
import { validate } from "./validate.ts";

/** A file, server or tool that was left out or looks wrong, and why. */
export interface Refusal {
  readonly name?: string;
  /** The path of the file, or the name of the server. */
  readonly where: string;
  readonly reason: string;
  readonly level: "info" | "warning" | "error";
}

/** How the tools of a registry are written in a dialect. */
export type RegistryEncodeOptions<To extends DialectName = DialectName> = EncodeOptions<To> &
  Pick<DecodeOptions, "namespace">;

/**
 * The tools of a session, sorted by name.
 *
 * @example
 * const now = functionTool({ name: "now", description: "The time.", inputSchema: { type: "object" }, call: () => "noon" });
 * const registry = new Registry([now]);
 * registry.encode({ to: "anthropic" }).value.map(({ name }) => name); // ["now"]
 * (await registry.call("now", {})).success; // true
 */
export class Registry {
  private readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly refusals: readonly Refusal[];

  constructor(tools: Iterable<RunnableTool>, refusals: readonly Refusal[] = []) {
    const sorted = [...tools].sort((one, other) => compareText(one.name, other.name));
    this.tools = new Map(sorted.map((tool) => [tool.name, tool]));
    this.refusals = refusals;
  }

  list(): RunnableTool[] {
    return [...this.tools.values()];
  }

  find(name: string): RunnableTool | undefined {
    return this.tools.get(name);
  }

  /** A registry of only these tools, and the names that were not found. */
  only(names: readonly string[]): { readonly registry: Registry; readonly missing: string[] } {
    const wanted = new Set(names);
    const registry = new Registry(
      this.list().filter(({ name }) => wanted.has(name)),
      this.refusals,
    );
    return { registry, missing: names.filter((name) => !this.tools.has(name)) };
  }

  /** The definitions in a dialect, with the lenses for the arguments of calls. */
  encode<const To extends DialectName>(options: RegistryEncodeOptions<To>): Converted<To> {
    return convertTools<"mcp", To>(this.list().map(mcpDefinition), { ...options, from: "mcp" });
  }

  /** Validates the arguments against the tool's own schema and runs it. Never rejects: every failure is an outcome. */
  async call(name: string, input: Json, options: RunOptions = {}): Promise<ToolOutcome> {
    const tool = this.tools.get(name);
    if (tool === undefined) return failedCall("NOT_FOUND", unknownToolMessage(name, this.list()));
    const problem = validate(input, tool.inputSchema);
    if (problem !== undefined) return failedCall("INVALID_ARGUMENTS", problem);
    return tool.run(input as JsonObject, options);
  }
}

/** The MCP definition of a tool. */
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
