import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { isWellFormed } from "../rules/repair.ts";
import type { Part } from "../source.ts";
import { ARRAY, NULL, OBJECT, STRING, typesOfKeyword } from "../types.ts";
import { finish, type Node, writeKeywords } from "./keywords.ts";

/**
 * Lowers a text, a number or a truth value that is described by itself and well. Most schemas of real tools are such, and
 * need none of the questions that others do; `undefined` where a schema is none.
 */
export function lowerLeaf(part: Part, context: Lowering): Lowered | undefined {
  const { schema } = part;
  if (!isLeaf(schema)) return undefined;
  const node: Node = { schema: { type: schema.type as Json }, notes: [], types: typesOfKeyword(schema.type) };
  if (isArray(schema.enum)) node.schema.enum = schema.enum.slice();
  writeKeywords([part], node, HANDLED, context);
  return { schema: finish(node) };
}

const HANDLED: ReadonlySet<string> = new Set(["enum"]);

function isLeaf(schema: JsonObject): boolean {
  if (typeof schema.type !== "string") return false;
  const types = typesOfKeyword(schema.type);
  if ((types & (OBJECT | ARRAY | NULL)) !== 0) return false;
  for (const keyword in schema) {
    const value = schema[keyword] as Json;
    if (!isPlain(keyword) || !isWellFormed(keyword, value)) return false;
  }
  return schema.enum === undefined || (types === STRING && areWords(schema));
}

// What else is asked of the values in a list would have to choose among them.
function areWords(schema: JsonObject): boolean {
  if (schema.minLength !== undefined || schema.maxLength !== undefined || !isArray(schema.enum)) return false;
  return schema.enum.every((value, index, all) => typeof value === "string" && all.indexOf(value) === index);
}

function isPlain(keyword: string): boolean {
  switch (keyword) {
    case "type":
    case "description":
    case "default":
    case "enum":
    case "title":
    case "minimum":
    case "maximum":
    case "minLength":
    case "maxLength":
    case "pattern":
    case "format":
    case "examples":
      return true;
    default:
      return false;
  }
}
