import { convertToolChoice, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { InputTranslation, TranslateOptions, ValueConverter } from "./converter.ts";
import { toTranslation } from "./translation.ts";

/** The tool choice: the value of the request's field for it. */
export const choice: ValueConverter = {
  type: "value",
  options: [],
  translate,
};

// `null` if the target cannot express the choice; the losses say why.
function translate(input: Json, { from, to }: TranslateOptions): InputTranslation {
  const { value, request, losses, changes } = convertToolChoice(input, { from, to });
  const made = toTranslation({ value: value ?? null, losses, changes });
  return Object.keys(request).length === 0 ? made : { ...made, extra: { request }, note: noteOf(request) };
}

function noteOf(request: JsonObject): string {
  return `part of the choice is set elsewhere in the request: ${stringifyJson(request)}`;
}
