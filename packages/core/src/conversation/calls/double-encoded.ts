// Some models encode an argument as JSON twice: `{"filter": "{\"id\": 1}"}` for `{"filter": {"id": 1}}`. Where the
// tool's schema allows no string there, the inner JSON is decoded.

import { jsonIn } from "../../json/parse.ts";
import { isArray, isObject, setKey } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import type { CallInput } from "../../model/call.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";

/**
 * Arguments in which a model has encoded values as JSON twice, decoded; `undefined` where there are none. A string is decoded
 * only where the schema allows no string.
 */
export function repairInput(input: CallInput, schema: JsonSchema | undefined): CallInput | undefined {
  if (input.type === "text") return undefined;
  const { value } = parseInput(input);
  if (value === undefined) return undefined;
  const repaired = repair(value, schema ?? OBJECT);
  return repaired === value ? undefined : { type: "value", value: repaired };
}

/** The same for JSON text, of which the rest stays as it is written. */
export function repairText(text: string, schema: JsonSchema | undefined): string {
  return schema === undefined || jsonIn(text) === undefined ? text : new TextRepair(text).repaired(schema);
}

/** Whether arguments by this schema may be encoded twice below their root. */
export function mayBeDoubleEncoded(schema: JsonSchema | undefined): boolean {
  if (!isObject(schema)) return false;
  return [schema.items, ...Object.values(isObject(schema.properties) ? schema.properties : {})].some(
    (inner) => isObject(inner) && (inner.type === "object" || inner.type === "array" || mayBeDoubleEncoded(inner)),
  );
}

/** How many characters of a piece of JSON text can be emitted, because `repairText` cannot change them. */
export function untouchedLength(piece: string): number {
  const start = piece.search(ENCODED);
  return start >= 0 ? start : piece.length - (UNSURE.exec(piece)?.[0].length ?? 0);
}

/** The beginning of a string that holds a JSON object or array, and a piece that may end in one. */
const ENCODED = /[:[,]\s*"(?:\s|\\[nrt])*[[{]/;
const UNSURE = /[:[,]\s*(?:"(?:\s|\\[nrt])*\\?)?$/;

const OBJECT: JsonSchema = { type: "object" };

function repair(value: Json, schema: Json | undefined): Json {
  if (!isObject(schema)) return value;
  const read = typeof value === "string" ? decodeFor(value, schema.type) : value;
  if (isArray(read)) return mapArray(read, schema.items);
  return isObject(read) && isObject(schema.properties) ? mapObject(read, schema.properties) : read;
}

function decodeFor(text: string, type: Json | undefined): Json {
  if (type !== "object" && type !== "array") return text;
  const value = jsonIn(text);
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

/** Walks JSON text, and writes the JSON in strings in their place where the schema allows no string. */
class TextRepair {
  private readonly text: string;
  private at = 0;
  private out = "";
  private copied = 0;

  constructor(text: string) {
    this.text = text;
  }

  repaired(schema: Json): string {
    this.value(schema);
    return this.out + this.text.slice(this.copied);
  }

  private value(schema: Json | undefined): void {
    const first = this.next();
    if (first === '"') this.quoted(schema);
    else if (first === "{") this.members(isObject(schema) ? schema.properties : undefined);
    else if (first === "[") this.items(isObject(schema) ? schema.items : undefined);
    else this.skip(LITERAL);
  }

  private quoted(schema: Json | undefined): void {
    const start = this.at;
    const content = JSON.parse(this.skip(STRING)) as string;
    if (!isObject(schema) || decodeFor(content, schema.type) === content) return;
    this.out += this.text.slice(this.copied, start) + repairText(content, schema);
    this.copied = this.at;
  }

  private members(properties: Json | undefined): void {
    this.at++;
    while (this.next() !== "}") {
      const key = JSON.parse(this.skip(STRING)) as string;
      this.next();
      this.at++;
      this.value(isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined);
      if (this.next() === ",") this.at++;
    }
    this.at++;
  }

  private items(schema: Json | undefined): void {
    this.at++;
    while (this.next() !== "]") {
      this.value(schema);
      if (this.next() === ",") this.at++;
    }
    this.at++;
  }

  private next(): string {
    this.skip(SPACE);
    return this.text.charAt(this.at);
  }

  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
}

const SPACE = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const LITERAL = /[^\s,\]}]+/y;
