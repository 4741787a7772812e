import { copyJson } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { LossNote } from "../../model/loss.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import type { Lowering } from "../context.ts";
import { type Keyword, keywordOf } from "../keywords/index.ts";
import type { KeywordSite, Outcome, Rewrite } from "../keywords/keyword.ts";
import { targetPattern } from "../patterns/target-pattern.ts";
import { mergeKeyword } from "../rules/merge-all-of.ts";
import type { SchemaPart } from "../source.ts";
import type { Types } from "../types.ts";
import type { SchemaDraft } from "./draft.ts";

/** One keyword of one of the schemas that describe a value. */
export interface KeywordEntry {
  readonly keyword: string;
  readonly value: Json;
  readonly part: SchemaPart;
}

/** The values of one keyword in all parts. */
export function entriesOf(parts: readonly SchemaPart[], keyword: string): KeywordEntry[] {
  const entries: KeywordEntry[] = [];
  for (const part of parts) {
    const value = part.schema[keyword];
    if (value !== undefined) entries.push({ keyword, value, part });
  }
  return entries;
}

/** Writes all keywords but `type` and those that `handled` names. */
export function writeKeywords(
  parts: readonly SchemaPart[],
  draft: SchemaDraft,
  handled: ReadonlySet<string>,
  context: Lowering,
): void {
  for (const part of parts) {
    for (const keyword in part.schema) {
      if (keyword === "type" || handled.has(keyword)) continue;
      writeKeyword({ keyword, value: part.schema[keyword] ?? null, part }, draft, context);
    }
  }
}

/** Writes one keyword as its file in `keywords/` defines: as it is, rewritten, into the description, or not at all. */
export function writeKeyword(entry: KeywordEntry, draft: SchemaDraft, context: Lowering): void {
  const keyword = keywordOf(entry.keyword);
  if (keyword.role === "definition") reportDefinition(entry, context);
  else if ((keyword.types & draft.types) === 0) reportVacuous(entry, context);
  else {
    const outcome = outcomeOf(keyword, entry, draft, context);
    if (outcome === "kept") setMerged(entry, draft, context);
    else if (outcome !== "lost") rewriteKeyword(entry, outcome, draft, context);
    else if (keyword.isVacuous(entry.value)) reportVacuous(entry, context);
    else loseKeyword(entry, draft, context);
  }
}

function rewriteKeyword({ part, keyword }: KeywordEntry, to: Rewrite, draft: SchemaDraft, context: Lowering): void {
  context.change(part.place.at(keyword), to.rule);
  setMerged({ part, keyword: to.keyword, value: to.value }, draft, context);
}

/** Reports a keyword as lost, and describes it where the target reads descriptions. */
export function loseKeyword({ keyword, value, part }: KeywordEntry, draft: SchemaDraft, context: Lowering): void {
  const note = context.supports("description") ? keywordOf(keyword).describe(value, keyword) : undefined;
  context.lose(part.place.at(keyword), "keyword", note === undefined ? undefined : DESCRIBED);
  if (note === undefined) return;
  draft.note(note);
  context.change(part.place, "keyword-to-description", keyword);
}

const DESCRIBED: LossNote = { action: "described" };

function outcomeOf(keyword: Keyword, entry: KeywordEntry, draft: SchemaDraft, context: Lowering): Outcome {
  if (keyword.lower === undefined) return context.supports(entry.keyword) ? "kept" : "lost";
  return keyword.lower(entry.value, new Site(entry, draft, context));
}

class Site implements KeywordSite {
  readonly profile: SchemaProfile;
  readonly types: Types;
  readonly source: JsonObject;
  readonly written: JsonObject;

  constructor({ part }: KeywordEntry, draft: SchemaDraft, context: Lowering) {
    this.profile = context.profile;
    this.types = draft.types;
    this.source = part.schema;
    this.written = draft.schema;
  }

  supports(keyword: string): boolean {
    return this.profile.keywords?.has(keyword) ?? true;
  }

  targetPattern(pattern: string): string | undefined {
    return targetPattern(pattern, this.profile.patterns);
  }
}

function setMerged(entry: KeywordEntry, draft: SchemaDraft, context: Lowering): void {
  const { keyword, value } = entry;
  if (!Object.hasOwn(draft.schema, keyword)) {
    draft.schema[keyword] = copyJson(value);
    return;
  }
  const before = draft.schema[keyword] ?? null;
  // Merging descriptions searches each in the other.
  if (typeof before === "string") context.charge(before.length >> 7, entry.part.place);
  const merged = mergeKeyword(keyword, before, value);
  if (merged !== undefined) draft.schema[keyword] = merged;
  else loseKeyword(entry, draft, context);
}

function reportDefinition({ keyword, part }: KeywordEntry, context: Lowering): void {
  context.change(part.place.at(keyword), context.profile.refs === "keep" ? "definitions" : "inline-ref");
}

function reportVacuous({ keyword, part }: KeywordEntry, context: Lowering): void {
  context.change(part.place.at(keyword), "vacuous-keyword");
}
