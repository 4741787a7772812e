import { ConversionError } from "@toolglot/core";
import { checkTools, convertTools } from "../support/dynamic.ts";

export type Schema = Record<string, unknown>;

/** ikigai's example of a tool. */
export const fileEdit = {
  name: "file_edit",
  description: "Edit a file by replacing exact text matches.",
  parameters: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "Absolute or relative path to file" },
      old_string: { type: "string", description: "Exact text to find and replace" },
      new_string: { type: "string", description: "Text to replace old_string with" },
      replace_all: { type: "boolean", description: "Replace all occurrences (default: false)" },
    },
    required: ["file_path", "old_string", "new_string"],
  },
};

/** The structure of a tool in ikigai's format. */
export const structure = {
  name: "tool_name",
  description: "What the tool does",
  parameters: {
    type: "object",
    properties: { param1: { type: "string", description: "Parameter description" } },
    required: ["param1"],
  },
};

export function object(properties: Schema): Schema {
  return { type: "object", properties };
}

export function withParameters(parameters: Schema): typeof structure {
  return { ...structure, parameters } as typeof structure;
}

export function without<T extends object>(value: T, key: keyof T): object {
  const { [key]: _, ...rest } = value;
  return rest;
}

export function portable(tools: readonly unknown[], options: { onInvalid?: "skip" } = {}) {
  return convertTools(tools, { from: "executable", to: "anthropic", profile: "portable", ...options });
}

export function problemsOf(tool: unknown): string[] {
  const { problems } = checkTools([tool], { from: "executable", to: "executable" });
  return problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

export function caught(action: () => unknown): ConversionError {
  try {
    action();
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error("expected a ConversionError");
}

/** The schema of a tool's arguments, whichever dialect the tool is in. */
export function schemaIn(tool: unknown): unknown {
  const fields = tool as Record<string, Record<string, unknown> & Record<string, unknown>[]>;
  const holder = fields.function ?? fields.functionDeclarations?.[0] ?? fields;
  return holder.parameters ?? holder.parametersJsonSchema ?? holder.input_schema ?? holder.inputSchema;
}

/** Objects that stand in both of two values. */
export function shared(one: unknown, other: unknown): object[] {
  const seen = new Set(objectsIn(one));
  return objectsIn(other).filter((each) => seen.has(each));
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

export function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

/** The tool of CLASP's examples, in Anthropic's form. */
export const CLASP_WEATHER = {
  name: "get_weather",
  description: "Get current weather for a location",
  input_schema: {
    type: "object",
    properties: {
      location: { type: "string", description: "City name" },
      units: {
        type: "string",
        enum: ["celsius", "fahrenheit"],
        description: "Temperature units (optional, defaults to fahrenheit)",
      },
    },
    required: ["location", "units"],
  },
};
