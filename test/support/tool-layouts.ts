import { isObject, type Json, type JsonObject, own } from "./json.ts";
import { isWithin, resolve } from "./pointer.ts";
import { mapSubschemas } from "./schema.ts";

/** Where the parts of a single tool stand in a dialect's `tools` field. */
export interface ToolLayout {
  readonly dialect: string;
  /** Pointers that may hold the input schema; the first that is there counts. */
  readonly schemas: readonly string[];
  /** The pointer of the object that holds the name and the description. */
  readonly tool: string;
}

const CHAT = { schemas: ["/0/function/parameters"], tool: "/0/function" };

/** Every dialect's form, written from the wire documents. */
export const TOOL_LAYOUTS: Readonly<Record<string, ToolLayout>> = {
  "openai-chat": { dialect: "openai-chat", ...CHAT },
  openrouter: { dialect: "openrouter", ...CHAT },
  ollama: { dialect: "ollama", ...CHAT },
  "openai-responses": { dialect: "openai-responses", schemas: ["/0/parameters"], tool: "/0" },
  anthropic: { dialect: "anthropic", schemas: ["/0/input_schema"], tool: "/0" },
  gemini: {
    dialect: "gemini",
    schemas: ["/0/functionDeclarations/0/parametersJsonSchema", "/0/functionDeclarations/0/parameters"],
    tool: "/0/functionDeclarations/0",
  },
  "gemini-interactions": { dialect: "gemini-interactions", schemas: ["/0/parameters"], tool: "/0" },
  bedrock: { dialect: "bedrock", schemas: ["/0/toolSpec/inputSchema/json"], tool: "/0/toolSpec" },
  mcp: { dialect: "mcp", schemas: ["/0/inputSchema"], tool: "/0" },
  executable: { dialect: "executable", schemas: ["/0/parameters"], tool: "/0" },
};

function layoutOf(dialect: string): ToolLayout {
  const form = TOOL_LAYOUTS[dialect];
  if (form === undefined) throw new Error(`no form is known for ${dialect}`);
  return form;
}

/** The pointer of the only tool's schema in a dialect's value, or undefined where it has none. */
export function schemaPointer(value: unknown, dialect: string): string | undefined {
  return layoutOf(dialect).schemas.find((pointer) => resolve(value, pointer) !== undefined);
}

/** The only tool's name in a dialect's value. */
export function nameIn(value: unknown, dialect: string): string {
  return String(own(resolve(value, layoutOf(dialect).tool), "name"));
}

/** The schema that the model sees, as plain JSON Schema. */
export function schemaIn(value: unknown, dialect: string): Json {
  const pointer = schemaPointer(value, dialect);
  if (pointer === undefined) return { type: "object", properties: {} };
  const schema = resolve(value, pointer) as Json;
  return dialect === "gemini" && pointer.endsWith("/parameters") ? fromProto(schema) : schema;
}

/** A pointer into a dialect's value, as the pointer into the MCP form that stands for the same. */
export function toMcp(pointer: string, value: unknown, dialect: string): string {
  const schema = schemaPointer(value, dialect);
  if (schema !== undefined && isWithin(pointer, schema)) return `/0/inputSchema${pointer.slice(schema.length)}`;
  const { tool } = layoutOf(dialect);
  return isWithin(pointer, tool) ? `/0${pointer.slice(tool.length).replace(OUTPUT, "/outputSchema")}` : pointer;
}

// How the dialects that know what a tool gives back call its schema.
const OUTPUT = /^\/(?:output_schema|responseJsonSchema|response)(?=\/|$)/;

/** Gemini's `Schema` message (an OpenAPI 3.0 subset) as JSON Schema: `nullable`, upper-case types, int64 as text. */
function fromProto(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { nullable, ...read } = mapSubschemas(schema, fromProto);
  if (typeof read.type === "string") read.type = read.type.toLowerCase();
  for (const keyword of INT64) if (typeof read[keyword] === "string") read[keyword] = Number(read[keyword]);
  return nullable === true ? orNull(read) : read;
}

const INT64: readonly string[] = ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}
