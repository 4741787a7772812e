import { type Json, stringifyJson } from "@toolglot/core";
import { escapeInvisibleJson } from "./escape.ts";
import type { Screen } from "./screen.ts";

/** How JSON is laid out. */
export interface JsonLayout {
  readonly isCompact: boolean;
}

/** A value as JSON text with a line end, every digit kept. */
export function jsonText(value: unknown, { isCompact }: JsonLayout): string {
  // Rewrites may nest a schema deeper than the input was allowed to be.
  return `${stringifyJson(value as Json, { indent: isCompact ? 0 : 2, maxDepth: 1000 })}\n`;
}

/** Writes a value as JSON, with nothing in it that a terminal would obey. */
export async function writeJson(to: Screen, value: unknown, layout: JsonLayout): Promise<void> {
  const text = jsonText(value, layout);
  await to.write(to.isTerminal ? escapeInvisibleJson(text) : text);
}
