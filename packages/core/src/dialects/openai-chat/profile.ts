import type { DialectProfile, NameRule } from "../../model/profile.ts";
import { rootedPrompt, structured } from "../../schema/profiles/structured-outputs.ts";

/** https://developers.openai.com/api/reference: FunctionDefinition.name */
const toolNames: NameRule = { characters: "a-zA-Z0-9_-", maxLength: 64 };

/** The column "OpenAI" of tooladapter's support matrix; patterns only in strict mode. */
const conservativeLacks: ReadonlySet<string> = new Set([
  "$ref",
  "$defs",
  "definitions",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "pattern",
]);

export const profile: DialectProfile = {
  toolNames,
  native: rootedPrompt,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: structured,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {},
  toolFields: new Set(["strict"]),
};
