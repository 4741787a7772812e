import { isJsonNumber } from "../../json/number.ts";
import { copyJson, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import { inclusiveBound } from "../rules/exclusive-bounds.ts";
import { describe, withNotes } from "../rules/keyword-to-description.ts";
import { mergeKeyword } from "../rules/merge-all-of.ts";
import type { Part } from "../source.ts";
import { ARRAY, INTEGER, NUMBER, OBJECT, STRING, type Types, typeNames } from "../types.ts";

/** A schema while it is being written: its keywords so far, and what only its description can say. */
export interface Node {
  readonly schema: Record<string, Json>;
  readonly notes: string[];
  /** What the description must say before anything else. */
  readonly lead?: string;
  readonly types: Types;
}

/** Writes the keywords that `handled` does not name: as they are, in another keyword's words, or into the description. */
export function writeKeywords(
  parts: readonly Part[],
  node: Node,
  handled: ReadonlySet<string>,
  context: Lowering,
): void {
  for (const part of parts) {
    for (const keyword in part.schema) {
      if (keyword === "type" || handled.has(keyword)) continue;
      if (keyword === "description" && node.schema.description === undefined && context.may(keyword)) {
        node.schema.description = part.schema.description as Json;
        continue;
      }
      writeKeyword({ keyword, value: part.schema[keyword] ?? null, part }, node, context);
    }
  }
}

/** The schema of a finished node, with its notes behind its description. */
export function finish(node: Node): Record<string, Json> {
  if (node.notes.length === 0 && node.lead === undefined) return node.schema;
  const { description } = node.schema;
  const { notes } = node;
  // In an order of their own, so that the order of the source's keywords does not matter.
  if (notes.length > 1) notes.sort();
  if (node.lead !== undefined) notes.unshift(node.lead);
  const text = withNotes(typeof description === "string" ? description : undefined, notes);
  if (text !== undefined) node.schema.description = text;
  return node.schema;
}

/** Tells that a keyword is lost, and leaves its words in the description where there is room. */
export function loseKeyword(entry: Entry, node: Node, context: Lowering): void {
  const { keyword, value, part } = entry;
  const at = context.on(part.place.at(keyword));
  const note = DROPPED.has(keyword) || !context.may("description") ? undefined : describe(keyword, value);
  if (note === undefined) {
    at.lose("keyword");
    return;
  }
  node.notes.push(note);
  at.lose("keyword", { action: "described" });
  context.on(part.place).change("keyword-to-description", keyword);
}

/** A keyword of a part. */
export interface Entry {
  readonly keyword: string;
  readonly value: Json;
  readonly part: Part;
}

/** Every part's value of one keyword. */
export function entriesOf(parts: readonly Part[], keyword: string): Entry[] {
  const entries: Entry[] = [];
  for (const part of parts) {
    const value = part.schema[keyword];
    if (value !== undefined) entries.push({ keyword, value, part });
  }
  return entries;
}

function writeKeyword(entry: Entry, node: Node, context: Lowering): void {
  const { keyword, value, part } = entry;
  const change = (rule: string) => context.on(part.place.at(keyword)).change(rule);
  if (REFERRED.has(keyword)) change(context.profile.refs === "keep" ? "definitions" : "inline-ref");
  else if (!applies(keyword, node.types)) change("vacuous-keyword");
  else if (isVacuous(keyword, value) && (!context.may(keyword) || NORMALISED_AWAY.has(keyword)))
    change("vacuous-keyword");
  else if (NORMALISED_AWAY.has(keyword) || !understands(entry, node, context)) writeOtherwise(entry, node, context);
  else setMerged(entry, node, context);
}

function writeOtherwise(entry: Entry, node: Node, context: Lowering): void {
  const bound = (node.types & NUMBER) === INTEGER ? inclusiveBound(entry.keyword, entry.value) : undefined;
  if (bound === undefined || !context.may(bound.keyword)) {
    loseKeyword(entry, node, context);
    return;
  }
  context.on(entry.part.place.at(entry.keyword)).change("exclusive-bound");
  setMerged({ ...entry, ...bound }, node, context);
}

function setMerged(entry: Entry, node: Node, context: Lowering): void {
  const { keyword, value } = entry;
  if (!Object.hasOwn(node.schema, keyword)) {
    node.schema[keyword] = copyJson(value);
    return;
  }
  const merged = mergeKeyword(keyword, node.schema[keyword] ?? null, value);
  if (merged !== undefined) node.schema[keyword] = merged;
  else loseKeyword(entry, node, context);
}

function understands({ keyword, value }: Entry, node: Node, context: Lowering): boolean {
  const { profile } = context;
  if (!context.may(keyword)) return false;
  if (keyword === "format") return understandsFormat(String(value), node.types, context);
  if (keyword === "pattern") return understandsPattern(String(value), profile.patterns);
  return keyword !== "minItems" || profile.anyMinItems || Number(value) <= 1;
}

function understandsFormat(format: string, types: Types, context: Lowering): boolean {
  const { formats } = context.profile;
  return formats === undefined || typeNames(types).some((type) => formats[type]?.has(format) ?? false);
}

function understandsPattern(pattern: string, patterns: "any" | "no-look-around" | "simple"): boolean {
  if (patterns === "any") return true;
  if (/\(\?<?[=!]/.test(pattern)) return false;
  return patterns === "no-look-around" || !/\\[1-9bBkpP]|\{\d{3,}|,\d{3,}\}|\(\?[^:]/.test(pattern);
}

function applies(keyword: string, types: Types): boolean {
  const to = APPLIES.get(keyword);
  return to === undefined || (to & types) !== 0;
}

function isVacuous(keyword: string, value: Json): boolean {
  if (keyword === "uniqueItems") return value === false;
  if (keyword === "propertyNames") return saysString(value);
  if (LEAST.has(keyword)) return (typeof value === "number" || isJsonNumber(value)) && Number(value) === 0;
  return false;
}

// Every key of a JSON object is a string.
function saysString(schema: Json): boolean {
  return schema === true || (isObject(schema) && schema.type === "string" && Object.keys(schema).length === 1);
}

const LEAST: ReadonlySet<string> = new Set(["minLength", "minItems", "minProperties"]);

/** What only references speak of: it goes where they go. */
const REFERRED: ReadonlySet<string> = new Set(["$defs", "definitions", "$anchor", "$dynamicAnchor"]);

/** Conditions on a value as a whole, which have no meaning left once the schema around them was rewritten. */
const NORMALISED_AWAY: ReadonlySet<string> = new Set([
  ...[
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "contains",
    "contentSchema",
  ],
  ...[
    "unevaluatedItems",
    "unevaluatedProperties",
    "$dynamicRef",
    "$recursiveRef",
    "propertyNames",
    "minContains",
    "maxContains",
  ],
]);

/** Keywords that tell a model nothing. */
const DROPPED: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "id", "$comment", "$vocabulary", "title", "readOnly", "writeOnly", "deprecated"],
  ...["propertyOrdering", "nullable"],
]);

/** The types that a keyword says something of; a keyword that is not here says something of all. */
const APPLIES: ReadonlyMap<string, Types> = new Map<string, Types>([
  ...["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"].map((word): [string, Types] => [
    word,
    STRING,
  ]),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map((word): [string, Types] => [
    word,
    NUMBER,
  ]),
  ...["minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"].map((word): [string, Types] => [
    word,
    ARRAY,
  ]),
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems"].map((word): [string, Types] => [word, ARRAY]),
  ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames"].map(
    (word): [string, Types] => [word, OBJECT],
  ),
  ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"].map(
    (word): [string, Types] => [word, OBJECT],
  ),
]);
