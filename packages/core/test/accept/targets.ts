import { accept as anthropic } from "../../src/dialects/anthropic/accept.ts";
import { accept as executable } from "../../src/dialects/executable/accept.ts";
import { accept as gemini } from "../../src/dialects/gemini/accept.ts";
import { accept as mcp } from "../../src/dialects/mcp/accept.ts";
import { accept as ollama } from "../../src/dialects/ollama/accept.ts";
import { accept as chat } from "../../src/dialects/openai-chat/accept.ts";
import { accept as responses } from "../../src/dialects/openai-responses/accept.ts";
import type { Problem } from "../../src/model/dialect.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";

type Target = (schema: Json) => Problem[];

/** Every place where a schema can stand, with a tool around it. */
export const targets = {
  chatStrict: (schema) => chat([chatTool(schema, true)]),
  chat: (schema) => chat([chatTool(schema)]),
  responses: (schema) => responses([{ type: "function", name: "f", parameters: schema, strict: false }]),
  claudeStrict: (schema) => anthropic([{ name: "f", input_schema: schema, strict: true }]),
  claude: (schema) => anthropic([{ name: "f", input_schema: schema }]),
  proto: (schema) => gemini([{ functionDeclarations: [{ name: "f", parameters: schema }] }]),
  json: (schema) => gemini([{ functionDeclarations: [{ name: "f", parametersJsonSchema: schema }] }]),
  ollama: (schema) => ollama([chatTool(schema)]),
  mcp: (schema) => mcp([{ name: "f", inputSchema: schema }]),
  executable: (schema) => executable([{ name: "f", description: "d", parameters: schema }]),
} satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export const NAMES = Object.keys(targets) as TargetName[];

// These know `additionalProperties` and want it on the root.
export const CLOSED: readonly TargetName[] = [
  "chatStrict",
  "chat",
  "responses",
  "claudeStrict",
  "claude",
  "json",
  "mcp",
];

export function chatTool(schema: Json, strict?: boolean): JsonObject {
  return { type: "function", function: { name: "f", parameters: schema, ...(strict !== undefined && { strict }) } };
}

export function around(name: TargetName, property: Json, more: JsonObject = {}): JsonObject {
  const closed = CLOSED.includes(name) ? { additionalProperties: false } : {};
  return { type: "object", properties: { x: property }, required: ["x"], ...closed, ...more };
}

/** `.` nothing to say, `w` warned, `x` refused. */
export function verdict(problems: readonly Problem[]): string {
  if (problems.some(({ severity }) => severity === "error")) return "x";
  return problems.length > 0 ? "w" : ".";
}

export const object = {
  type: "object",
  additionalProperties: false,
  properties: { a: { type: "string" } },
  required: ["a"],
};
