import { isJsonNumber, type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { canonicalJson, canonicalJsonOf } from "../values.ts";

/** Something that a request says, and where. */
export interface Item {
  readonly path: string;
  readonly text: string;
}

export interface CallItem extends Item {
  readonly name: string;
  /** The free text of a custom tool. */
  readonly custom: boolean;
}

/** What a request says, as its own dialect's rules read it. */
export interface RequestContent {
  readonly texts: readonly Item[];
  readonly calls: readonly CallItem[];
  readonly results: readonly Item[];
  readonly tools: readonly string[];
}

type PartialContent = Partial<RequestContent>;

/** What several places say, one after the other. */
export function joinContent(...found: readonly PartialContent[]): RequestContent {
  return {
    texts: found.flatMap(({ texts = [] }) => texts),
    calls: found.flatMap(({ calls = [] }) => calls),
    results: found.flatMap(({ results = [] }) => results),
    tools: found.flatMap(({ tools = [] }) => tools),
  };
}

export function textAt(path: string, text: Json | undefined): PartialContent {
  return typeof text === "string" ? { texts: [{ path, text }] } : {};
}

export function resultAt(path: string, text: string): PartialContent {
  return { results: [{ path, text: canonicalJsonOf(text) }] };
}

/** A call whose arguments are JSON, in a text or as they are. */
export function callAt(path: string, name: Json | undefined, input: Json | undefined): PartialContent {
  const text = typeof input === "string" ? canonicalJsonOf(input) : canonicalJson(input ?? {});
  return { calls: [{ path, name: String(name), text, custom: false }] };
}

export function customAt(path: string, name: Json | undefined, input: Json | undefined): PartialContent {
  return { calls: [{ path, name: String(name), text: String(input), custom: true }] };
}

export function isObject(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  let found = value;
  for (const key of path) found = (found as Fields | null | undefined)?.[key];
  return found;
}

export function listAt(value: Json | undefined, ...path: readonly (string | number)[]): readonly Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A result as text: a text as it is, anything else as JSON. */
export function asText(value: Json): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

/** The text of content that is a string or a list of parts with text. */
export function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => at(part, "text"))
    .filter((text) => typeof text === "string")
    .join("");
}

function listOf(content: Json | undefined): readonly Json[] {
  return Array.isArray(content) ? content : [];
}
