// Search results that an application gives to the model to cite from. Two dialects have a block for them, with equal
// fields in other places; for all others they become a text.

import { isArray, isObject } from "../../json/value.ts";
import type { OpaquePart, SearchResult } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import type { Layout } from "../layout.ts";
import { readNode, writeNode } from "../node.ts";
import { WRITTEN } from "../outcome.ts";
import { readOpaque } from "./opaque.ts";

/** How a dialect has a search result: its block, and the texts in it. */
export interface SearchResultForm {
  /** The fields `title`, `source`, `content`, `citationsConfig`, and `cacheControl` if a mark is within the block. */
  readonly layout: Layout;
  readonly feature: string;
  /** The fields of each text, besides `text`. */
  readonly item: JsonObject;
}

/** Reads a search result; `undefined` if it is more than texts, which only its own dialect has. */
export function readSearchResult(form: SearchResultForm, block: JsonObject, report: Report): OpaquePart | undefined {
  const { layout, feature } = form;
  const { values, provenance } = readNode(layout, block, report);
  const searchResult = resultIn(values, form);
  if (searchResult === undefined) return undefined;
  const { citationsConfig, cacheControl } = values;
  return {
    ...readOpaque(layout.dialect, block, feature, report),
    text: [searchResult.title, searchResult.source, ...searchResult.texts].join("\n"),
    searchResult,
    ...(isObject(citationsConfig) ? { citationsConfig } : {}),
    ...(isObject(cacheControl) ? { cacheControl } : {}),
    ...provenance,
  };
}

/** Writes a search result of any dialect that has them. */
export function writeSearchResult(
  { layout, item }: SearchResultForm,
  part: OpaquePart & { readonly searchResult: SearchResult },
  report: Report,
): JsonObject {
  const { searchResult, citationsConfig, cacheControl } = part;
  const { title, source, texts } = searchResult;
  const content = texts.map((text) => ({ ...item, text }));
  const mark = layout.fields.has("cacheControl") ? cacheControl : WRITTEN;
  const done = { feature: WRITTEN, wire: WRITTEN, text: WRITTEN, searchResult: WRITTEN };
  return writeNode(layout, part, { ...done, title, source, content, citationsConfig, cacheControl: mark }, report);
}

/** Whether a block is a search result, which other vendors may have too. */
export function isSearchResult(part: OpaquePart): part is OpaquePart & { readonly searchResult: SearchResult } {
  return part.searchResult !== undefined;
}

function resultIn(
  { title, source, content }: Readonly<Record<string, Json>>,
  { item }: SearchResultForm,
): SearchResult | undefined {
  if (typeof title !== "string" || typeof source !== "string" || !isArray(content)) return undefined;
  const texts = content.flatMap((block) => textIn(block, item) ?? []);
  return texts.length === content.length ? { title, source, texts } : undefined;
}

function textIn(block: Json, item: JsonObject): string | undefined {
  if (!isObject(block)) return undefined;
  const { text, ...rest } = block;
  const names = Object.keys(rest);
  const isPlain = names.length === Object.keys(item).length && names.every((name) => rest[name] === item[name]);
  return isPlain && typeof text === "string" ? text : undefined;
}
