import { areDistinct, copyJson, isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { Lowered } from "../lens.ts";
import { type Judge, RIGHT } from "../rules/repair.ts";
import type { Part } from "../source.ts";
import { ARRAY, NULL, OBJECT, type Types } from "../types.ts";
import { finish, type Node, writeKeywords } from "./keywords.ts";

/**
 * Whether a schema is well formed, says its type, and leaves nothing to be looked up, joined or chosen. Nearly all schemas
 * of real tools are such, and need none of the questions that others do.
 */
export function isPlain(schema: JsonObject): boolean {
  if (typeof schema.type !== "string") return false;
  for (const keyword in schema) {
    const isRight = PLAIN.get(keyword);
    if (isRight !== undefined && !isRight(schema[keyword] as Json)) return false;
  }
  return schema.enum === undefined || isChosen(schema);
}

const INVOLVED = ["$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "const", "nullable"];

/** What the value of each keyword must be in a plain schema. */
const PLAIN: ReadonlyMap<string, Judge> = new Map([
  ...RIGHT,
  ...INVOLVED.map((keyword): [string, Judge] => [keyword, () => false]),
  ["enum", (values) => isArray(values) && values.length > 0 && values.every(isText) && areDistinct(values)],
]);

function isText(value: Json): boolean {
  return typeof value === "string";
}

// Whatever else is asked of the values in a list would have to choose among them.
function isChosen({ type, minLength, maxLength }: JsonObject): boolean {
  return type === "string" && minLength === undefined && maxLength === undefined;
}

/** Whether plain schemas of these types hold no others: texts, numbers and truth values. */
export function areLeaves(types: Types): boolean {
  return (types & (OBJECT | ARRAY | NULL)) === 0;
}

/** Lowers a plain schema that holds no others. */
export function lowerLeaf(part: Part, types: Types, context: Lowering): Lowered {
  for (const keyword in part.schema)
    if (!TOLD.has(keyword) || !context.may(keyword)) return { schema: writeLeaf(part, types, context) };
  return { schema: copyLeaf(part.schema) };
}

/** What a target that knows the keyword knows in full. */
const TOLD: ReadonlySet<string> = new Set(["type", "description", "title", "enum", "default"]);

function copyLeaf(schema: JsonObject): JsonObject {
  const copy: Record<string, Json> = { ...schema };
  for (const keyword in copy) {
    const value = copy[keyword] as Json;
    if (typeof value === "object") copy[keyword] = copyJson(value);
  }
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
