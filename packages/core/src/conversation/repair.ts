import { JsonError } from "../json/error.ts";
import { parseJson } from "../json/parse.ts";
import { isArray, isObject, setKey } from "../json/value.ts";
import type { CallInput } from "../model/call.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { JsonSchema } from "../model/schema.ts";
import { readInput } from "./input.ts";

/**
 * Arguments that a model has put into JSON once too often, put right; `undefined` where there is nothing to put right.
 * A text is only read where the schema says that no text may stand there.
 */
export function repairInput(input: CallInput, schema: JsonSchema | undefined): CallInput | undefined {
  if (input.type === "text") return undefined;
  const { value } = readInput(input);
  if (value === undefined) return undefined;
  const repaired = repair(value, schema ?? OBJECT);
  return repaired === value ? undefined : { type: "value", value: repaired };
}

const OBJECT: JsonSchema = { type: "object" };

function repair(value: Json, schema: Json | undefined): Json {
  if (!isObject(schema)) return value;
  const read = typeof value === "string" ? asWanted(value, schema.type) : value;
  if (isArray(read)) return mapArray(read, schema.items);
  return isObject(read) && isObject(schema.properties) ? mapObject(read, schema.properties) : read;
}

function asWanted(text: string, type: Json | undefined): Json {
  if (type !== "object" && type !== "array") return text;
  const value = parsed(text);
  const fits = type === "object" ? isObject(value) : isArray(value);
  return fits && value !== undefined ? value : text;
}

function mapArray(items: readonly Json[], schema: Json | undefined): Json {
  const mapped = items.map((item) => repair(item, schema));
  return mapped.some((item, index) => item !== items[index]) ? mapped : items;
}

function mapObject(object: JsonObject, properties: JsonObject): Json {
  const changed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(object)) {
    const repaired = Object.hasOwn(properties, key) ? repair(value, properties[key]) : value;
    if (repaired !== value) setKey(changed, key, repaired);
  }
  return Object.keys(changed).length === 0 ? object : { ...object, ...changed };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
