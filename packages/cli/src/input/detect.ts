import { type Dialect, dialects, type Json, type JsonObject } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import { isObject } from "./json.ts";
import type { FoundTools } from "./tools.ts";

/** The dialect that the shape of tools tells, or a usage error where it tells none or several. */
export function detectDialect({ tools, locate }: FoundTools): string {
  const list = Array.isArray(tools) ? (tools as readonly Json[]) : [];
  const seen = new Map<string, number>();
  for (const [index, tool] of list.entries()) {
    const dialect = locate("").endsWith("/functions") ? LEGACY : dialectOf(tool);
    if (dialect !== undefined && !seen.has(dialect)) seen.set(dialect, index);
  }
  const [first, second] = seen;
  if (first === undefined) throw new UsageError("--from is missing, and the input does not tell its dialect");
  if (second === undefined) return first[0];
  const looks = [first, second].map(([dialect, index]) => `${locate(`/${index}`)} looks like ${dialect}`);
  throw new UsageError(`--from is missing, and the input is ambiguous: ${looks.join(", ")}`);
}

interface Sign {
  readonly dialect: string;
  shows(tool: JsonObject): boolean;
}

const LEGACY = "openai-chat";

// The first sign that shows decides. Several dialects share the shape of OpenAI Chat, which is the most common of them.
const SIGNS: readonly Sign[] = [
  { dialect: "mcp", shows: (tool) => "inputSchema" in tool },
  { dialect: "anthropic", shows: (tool) => "input_schema" in tool },
  { dialect: "openai-chat", shows: (tool) => isObject(tool.function) || isObject(tool.custom) },
  { dialect: "gemini", shows: (tool) => "functionDeclarations" in tool || "function_declarations" in tool },
  { dialect: "gemini", shows: (tool) => "parametersJsonSchema" in tool || hasShoutedType(tool.parameters) },
  {
    dialect: "openai-responses",
    shows: ({ type }) => type === "function" || type === "custom" || type === "namespace",
  },
  { dialect: "anthropic", shows: ({ type }) => typeof type === "string" && /_\d{8}$/.test(type) },
  ...dialects.map(hostedSign),
  { dialect: "executable", shows: (tool) => typeof tool.name === "string" && "parameters" in tool },
];

function dialectOf(tool: Json): string | undefined {
  return isObject(tool) ? SIGNS.find((sign) => sign.shows(tool))?.dialect : undefined;
}

// The enum of the Schema proto is spelled in capitals.
function hasShoutedType(schema: Json | undefined): boolean {
  return isObject(schema) && typeof schema.type === "string" && /^[A-Z]+$/.test(schema.type);
}

// A hosted tool is known by its type, or by the one key that it is.
function hostedSign({ id, profile }: Dialect): Sign {
  const words = new Set(Object.values(profile.hosted));
  return { dialect: id, shows: (tool) => [tool.type, Object.keys(tool)[0]].some((word) => words.has(String(word))) };
}
