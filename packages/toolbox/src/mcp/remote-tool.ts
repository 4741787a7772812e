import { isObject, type Json, type JsonObject, type JsonSchema } from "@toolglot/core";
import type { RunnableTool, ToolHints } from "../tool.ts";
import type { ServerConnection } from "./connection.ts";

/** A tool of a server under its unique name. */
export function runnableTool(options: {
  readonly connection: ServerConnection;
  readonly definition: JsonObject;
  readonly name: string;
  readonly timeout: number;
}): RunnableTool {
  const { connection, definition, name, timeout } = options;
  const { description, inputSchema, outputSchema } = definition;
  const title = titleOf(definition);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: typeof description === "string" ? description : "",
    inputSchema: inputSchema as JsonSchema,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonSchema }),
    hints: hintsOf(definition.annotations),
    origin: { type: "mcp", server: connection.server.name, remoteName: String(definition.name) },
    run: (input, run) => connection.call(definition, input, { ...run, timeout: run.timeout ?? timeout }),
  };
}

/** The tools of a list that can be called, and why the others cannot. */
export function usableTools(listed: readonly Json[]): {
  readonly usable: JsonObject[];
  readonly refused: { readonly name: { readonly name?: string }; readonly reason: string }[];
} {
  const seen = new Set<string>();
  const usable: JsonObject[] = [];
  const refused: { name: { name?: string }; reason: string }[] = [];
  for (const tool of listed) {
    const name = isObject(tool) && typeof tool.name === "string" ? tool.name : "";
    const reason = problemOf(tool, name, seen);
    if (reason === undefined) usable.push(tool as JsonObject);
    else refused.push({ name: name === "" ? {} : { name }, reason });
    seen.add(name);
  }
  return { usable, refused };
}

function problemOf(tool: Json, name: string, seen: ReadonlySet<string>): string | undefined {
  if (name === "") return "the server lists a tool without a name";
  if (seen.has(name)) return "the server lists it twice";
  return isObject(tool) && isObject(tool.inputSchema) ? undefined : "it has no inputSchema";
}

function titleOf({ title, annotations }: JsonObject): string | undefined {
  const shown = title ?? (isObject(annotations) ? annotations.title : undefined);
  return typeof shown === "string" ? shown : undefined;
}

function hintsOf(annotations: Json | undefined): ToolHints {
  if (!isObject(annotations)) return {};
  const hints = Object.entries(HINTS).map(([theirs, ours]) => [ours, annotations[theirs]] as const);
  return Object.fromEntries(hints.filter(([, value]) => typeof value === "boolean"));
}

const HINTS = {
  readOnlyHint: "readOnly",
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "openWorld",
} as const satisfies Record<string, keyof ToolHints>;
