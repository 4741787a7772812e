import type { Json } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import { escapeInvisibleJson } from "./escape.ts";
import type { Screen } from "./screen.ts";

/** The layout of JSON text. */
export interface JsonLayout {
  readonly isCompact: boolean;
}

/** A value as JSON text with a final line break and exact numbers. */
export function jsonText(value: unknown, { isCompact }: JsonLayout): string {
  // Rewriting may nest a schema deeper than the input's limit.
  return `${stringifyJson(value as Json, { indent: isCompact ? 0 : 2, maxDepth: 1000 })}\n`;
}

/** Writes a value as JSON; on a terminal, control characters are escaped. */
export async function writeJson(to: Screen, value: unknown, layout: JsonLayout): Promise<void> {
  const text = jsonText(value, layout);
  await to.write(to.isTerminal ? escapeInvisibleJson(text) : text);
}
