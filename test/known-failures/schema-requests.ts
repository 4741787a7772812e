import type { Json } from "@toolglot/core";
import { type DialectName, type Fields, writeRequest } from "./wire.ts";

export const TURNS = [{ user: "Hi" }];

export function object(properties: Fields, fields: Fields = {}): Fields {
  return { type: "object", properties, ...fields };
}

/** A request of a client of Anthropic, whose schemas are JSON Schema as it is written. */
export function asking(tools: readonly (readonly [name: string, schema: Json])[]): Fields {
  return writeRequest(
    "anthropic",
    { turns: TURNS },
    { tools: tools.map(([name, input_schema]) => ({ name, input_schema })) },
  );
}

/** The schema that a provider gets for its first tool. */
export function schemaIn(provider: DialectName, value: Fields): Fields {
  const [tool] = value.tools as Fields[];
  const declared = (tool?.functionDeclarations ?? []) as Fields[];
  const first = provider === "gemini" ? declared[0] : (tool?.function ?? tool);
  const { parametersJsonSchema, parameters, input_schema } = first as Fields;
  return (parametersJsonSchema ?? parameters ?? input_schema) as Fields;
}
