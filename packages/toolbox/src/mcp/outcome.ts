import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { ToolOutcome } from "../tool.ts";
import { truncateContent, truncateText } from "./truncate.ts";

/** The outcome of a `tools/call` result: its content blocks, and one JSON value for the model. */
export function mcpOutcome(result: JsonObject, durationMs: number): ToolOutcome {
  const { content, isTruncated } = truncateContent(blocksOf(result));
  const value = cutValue(valueFor(result.structuredContent, content));
  const details = { durationMs, ...(isTruncated || value.isTruncated ? { truncated: true } : {}) };
  if (result.isError !== true) return { success: true, result: value.value, content, ...details };
  return { success: false, code: "FAILED", error: errorOf(value.value), content, ...details };
}

function blocksOf({ content }: JsonObject): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function valueFor(structured: Json | undefined, content: readonly JsonObject[]): Json {
  if (structured !== undefined) return structured;
  const texts = content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.length === content.length ? texts.join("\n") : content;
}

function cutValue(value: Json): { readonly value: Json; readonly isTruncated: boolean } {
  if (typeof value === "string" || Array.isArray(value)) return { value, isTruncated: false };
  const text = stringifyJson(value);
  const cut = truncateText(text);
  return cut === text ? { value, isTruncated: false } : { value: cut, isTruncated: true };
}

function errorOf(value: Json): string {
  if (value === "") return "the tool failed without an error message";
  return typeof value === "string" ? value : stringifyJson(value);
}
