import { isJsonNumber } from "../../json/number.ts";
import { copyJson, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/profile.ts";
import type { LossNote } from "../../report.ts";
import type { Lowering } from "../context.ts";
import { regularPattern } from "../regular-pattern.ts";
import { inclusiveBound } from "../rules/exclusive-bounds.ts";
import { describe, withNotes } from "../rules/keyword-to-description.ts";
import { mergeKeyword } from "../rules/merge-all-of.ts";
import type { SchemaPart } from "../source.ts";
import { INTEGER, NUMBER, type Types, typeNames } from "../types.ts";
import { factsOf } from "./facts.ts";

/** A schema while it is being written: its keywords so far, and what only its description can say. */
export class SchemaDraft {
  readonly schema: Record<string, Json>;
  readonly types: Types;
  /** What the description must say before anything else. */
  private readonly lead: string | undefined;
  private notes: string[] | undefined;

  constructor(schema: Record<string, Json>, types: Types, lead?: string) {
    this.schema = schema;
    this.types = types;
    this.lead = lead;
    this.notes = undefined;
  }

  /** Remembers what only the description can say. */
  note(text: string): void {
    if (this.notes === undefined) this.notes = [text];
    else this.notes.push(text);
  }

  /** The finished schema, with its notes behind its description. */
  finish(): Record<string, Json> {
    if (this.notes === undefined && this.lead === undefined) return this.schema;
    const { description } = this.schema;
    // In an order of their own, so that the order of the source's keywords does not matter.
    const notes = this.notes?.sort() ?? [];
    if (this.lead !== undefined) notes.unshift(this.lead);
    const text = withNotes(typeof description === "string" ? description : undefined, notes);
    if (text !== undefined) this.schema.description = text;
    return this.schema;
  }
}

/** Writes the keywords that `handled` does not name: as they are, in another keyword's words, or into the description. */
export function writeKeywords(
  parts: readonly SchemaPart[],
  node: SchemaDraft,
  handled: ReadonlySet<string>,
  context: Lowering,
): void {
  for (const part of parts) writeKeywordsOf(part, node, handled, context);
}

/** The same for one part. */
export function writeKeywordsOf(
  part: SchemaPart,
  node: SchemaDraft,
  handled: ReadonlySet<string>,
  context: Lowering,
): void {
  for (const keyword in part.schema) {
    if (keyword === "type" || handled.has(keyword)) continue;
    if (keyword === "description" && node.schema.description === undefined && context.supports(keyword)) {
      node.schema.description = part.schema.description as Json;
      continue;
    }
    writeKeyword({ keyword, value: part.schema[keyword] ?? null, part }, node, context);
  }
}

/** Tells that a keyword is lost, and leaves its words in the description where there is room. */
export function loseKeyword({ keyword, value, part }: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const isTellable = factsOf(keyword).about !== "nothing" && context.supports("description");
  const note = isTellable ? describe(keyword, value) : undefined;
  context.lose(part.place.at(keyword), "keyword", note === undefined ? undefined : DESCRIBED);
  if (note === undefined) return;
  node.note(note);
  context.change(part.place, "keyword-to-description", keyword);
}

const DESCRIBED: LossNote = { action: "described" };

/** A keyword of a part. */
export interface KeywordEntry {
  readonly keyword: string;
  readonly value: Json;
  readonly part: SchemaPart;
}

/** Every part's value of one keyword. */
export function entriesOf(parts: readonly SchemaPart[], keyword: string): KeywordEntry[] {
  const entries: KeywordEntry[] = [];
  for (const part of parts) {
    const value = part.schema[keyword];
    if (value !== undefined) entries.push({ keyword, value, part });
  }
  return entries;
}

/** Writes one keyword. */
export function writeKeyword(entry: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const { keyword, value, part } = entry;
  const { types, about } = factsOf(keyword);
  const isGone = about === "whole" || !context.supports(keyword);
  if (about === "references")
    context.change(part.place.at(keyword), context.profile.refs === "keep" ? "definitions" : "inline-ref");
  else if ((types & node.types) === 0 || (isGone && isVacuous(keyword, value)))
    context.change(part.place.at(keyword), "vacuous-keyword");
  else if (isGone || !understands(entry, node, context)) writeOtherwise(entry, node, context);
  else if (keyword === "pattern") writePattern(entry, node, context);
  else setMerged(entry, node, context);
}

// The syntaxes of regular expressions differ: what means the same is written in the words of the target's engine.
function writePattern(entry: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const text = understoodPattern(String(entry.value), context.profile.patterns);
  if (text === undefined || !countsAll(text, node, context)) {
    writeOtherwise(entry, node, context);
    return;
  }
  if (text !== entry.value) context.change(entry.part.place.at("pattern"), "pattern-syntax");
  setMerged({ ...entry, value: text }, node, context);
}

function writeOtherwise(entry: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const bound = (node.types & NUMBER) === INTEGER ? inclusiveBound(entry.keyword, entry.value) : undefined;
  if (bound === undefined || !context.supports(bound.keyword)) {
    loseKeyword(entry, node, context);
    return;
  }
  context.change(entry.part.place.at(entry.keyword), "exclusive-bound");
  setMerged({ ...entry, ...bound }, node, context);
}

function setMerged(entry: KeywordEntry, node: SchemaDraft, context: Lowering): void {
  const { keyword, value } = entry;
  if (!Object.hasOwn(node.schema, keyword)) {
    node.schema[keyword] = copyJson(value);
    return;
  }
  const before = node.schema[keyword] ?? null;
  // Each further text is looked for in all that came before it.
  if (typeof before === "string") context.charge(before.length >> 7, entry.part.place);
  const merged = mergeKeyword(keyword, before, value);
  if (merged !== undefined) node.schema[keyword] = merged;
  else loseKeyword(entry, node, context);
}

// Whether a target that knows a keyword knows what it says here.
function understands(entry: KeywordEntry, node: SchemaDraft, context: Lowering): boolean {
  const { keyword, value } = entry;
  const { profile } = context;
  if (keyword === "format")
    return understandsFormat(String(value), node.types, context) && countsAll(`^${value}`, node, context);
  if (keyword === "minLength" || keyword === "maxLength")
    return profile.patterns !== "regular" || countsBeside(formOf(entry, node, context), keyword, value);
  return keyword !== "minItems" || profile.anyMinItems || Number(value) <= 1;
}

/** The pattern of a text, or the name of its format, as far as either is sent. */
function formOf({ part }: KeywordEntry, node: SchemaDraft, context: Lowering): string | undefined {
  const { pattern, format } = { ...part.schema, ...node.schema };
  const text = typeof pattern === "string" ? understoodPattern(pattern, context.profile.patterns) : undefined;
  if (text !== undefined || typeof format !== "string") return text;
  return understandsFormat(format, node.types, context) ? `^${format}` : undefined;
}

/**
 * Whether an engine can count the characters of a text whose form is given as well. llguidance gives up ("Unable to determine if
 * regex is empty") on many characters at least, and on long forms that may begin anywhere:
 * https://github.com/guidance-ai/llguidance/blob/main/docs/json_schema.md
 */
function countsBeside(form: string | undefined, keyword: string, value: Json): boolean {
  if (form === undefined) return true;
  return keyword === "minLength" ? Number(value) <= FEW : form.startsWith("^") || form.length <= FEW;
}

/** The same for the lengths that other parts of a schema have asked for. */
function countsAll(form: string, { schema }: SchemaDraft, { profile }: Lowering): boolean {
  if (profile.patterns !== "regular") return true;
  return ["minLength", "maxLength"].every(
    (keyword) => schema[keyword] === undefined || countsBeside(form, keyword, schema[keyword]),
  );
}

/** Characters that are counted beside any form. */
const FEW = 16;

function understandsFormat(format: string, types: Types, context: Lowering): boolean {
  const { formats } = context.profile;
  return formats === undefined || typeNames(types).some((type) => formats[type]?.has(format) ?? false);
}

/** A pattern as a target's engine reads it; `undefined` where it cannot. */
export function understoodPattern(pattern: string, patterns: SchemaProfile["patterns"]): string | undefined {
  if (patterns === "any") return pattern;
  const regular = regularPattern(pattern);
  if (regular === undefined || patterns === "regular") return regular?.text;
  return regular.hasProperties || regular.largest >= LARGE || pattern.includes("(?<") ? undefined : regular.text;
}

/** Repetitions from which on simple engines give up. */
const LARGE = 100;

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
