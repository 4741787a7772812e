import { JsonError } from "../../json/error.ts";
import { parseJson } from "../../json/parse.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import type { Lens, Lowered } from "../lens.ts";
import { SchemaDraft } from "../lower/draft.ts";
import { writeKeywords } from "../lower/keywords.ts";
import { isAnnotation, type SchemaPart } from "../source.ts";
import { STRING } from "../types.ts";

/**
 * Writes values that the target cannot describe as JSON text. Any string is valid for the lowered schema, so that every
 * constraint of the source is reported as lost; a schema without constraints loses nothing.
 */
export function toJsonText(parts: readonly SchemaPart[], what: string, context: Lowering): Lowered {
  const node = new SchemaDraft({ type: "string" }, STRING, `${what} as JSON text`);
  const handled = new Set<string>();
  for (const part of parts) {
    context.on(part.place).change("json-text");
    for (const keyword of Object.keys(part.schema)) {
      if (isAnnotation(keyword)) continue;
      handled.add(keyword);
      const note = keyword === "type" ? undefined : keywordOf(keyword).describe(part.schema[keyword] ?? null, keyword);
      if (note !== undefined) node.note(note);
      context.on(part.place.at(keyword)).lose("json-text", { action: "weakened" });
    }
  }
  writeKeywords(parts, node, handled, context);
  return { schema: node.finish(), lens: jsonTextLens };
}

/** The lens between values and JSON text. A string that is not JSON stays as it is. */
const jsonTextLens: Lens = {
  lower: (value) => stringifyJson(value),
  lift: (value) => (typeof value === "string" ? parsed(value) : value),
};

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
