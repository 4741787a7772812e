import { areDistinct, copyJson, isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { isWellFormed } from "../rules/repair.ts";
import type { Part } from "../source.ts";
import { ARRAY, NULL, OBJECT, STRING, type Types, typesOfKeyword } from "../types.ts";
import { finish, type Node, writeKeywords } from "./keywords.ts";

/**
 * Lowers a text, a number or a truth value that is described by itself and well. Most schemas of real tools are such, and
 * need none of the questions that others do; `undefined` where a schema is none.
 */
export function lowerLeaf(part: Part, context: Lowering): Lowered | undefined {
  const { schema } = part;
  const types = typesOfKeyword(schema.type);
  if (typeof schema.type !== "string" || (types & (OBJECT | ARRAY | NULL)) !== 0) return undefined;
  let isSaid = true;
  for (const keyword in schema) {
    const kind = kindOf(keyword);
    if (kind === undefined || !isWellFormed(keyword, schema[keyword] as Json)) return undefined;
    isSaid &&= kind === "told" && context.may(keyword);
  }
  if (schema.enum !== undefined && !(types === STRING && areWords(schema))) return undefined;
  return { schema: isSaid ? copyLeaf(schema) : writeLeaf(part, types, context) };
}

// Every keyword may stay, so that the schema can.
function copyLeaf(schema: JsonObject): JsonObject {
  const copy: Record<string, Json> = { ...schema };
  if (schema.enum !== undefined) copy.enum = copyJson(schema.enum);
  if (schema.default !== undefined) copy.default = copyJson(schema.default);
  return copy;
}

function writeLeaf(part: Part, types: Types, context: Lowering): JsonObject {
  const { schema } = part;
  const node: Node = { schema: { type: schema.type as Json }, notes: [], types };
  if (isArray(schema.enum)) node.schema.enum = schema.enum.slice();
  writeKeywords([part], node, HANDLED, context);
  return finish(node);
}

const HANDLED: ReadonlySet<string> = new Set(["enum"]);

// What else is asked of the values in a list would have to choose among them.
function areWords(schema: JsonObject): boolean {
  if (schema.minLength !== undefined || schema.maxLength !== undefined || !isArray(schema.enum)) return false;
  return schema.enum.every((value) => typeof value === "string") && areDistinct(schema.enum);
}

// A target that knows the keyword at all knows what is told with it; what is asked with others is looked at more closely.
function kindOf(keyword: string): "told" | "asked" | undefined {
  switch (keyword) {
    case "type":
    case "description":
    case "default":
    case "enum":
    case "title":
      return "told";
    case "minimum":
    case "maximum":
    case "minLength":
    case "maxLength":
    case "pattern":
    case "format":
    case "examples":
      return "asked";
    default:
      return undefined;
  }
}
