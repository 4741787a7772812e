import { convertToolChoice, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { choiceShape } from "../input/shapes.ts";
import type { TranslateOptions, Translation, ValueConverter } from "./converter.ts";
import { toTranslation } from "./translation.ts";

/** Which tools may, must or must not be called: the value of the request's field for it. */
export const choice: ValueConverter = {
  type: "value",
  options: [],
  detect: choiceShape.detect,
  translate,
};

// Where the target cannot say it there is no value, which is `null` in JSON; the losses tell why.
function translate(input: Json, { from, to }: TranslateOptions): Translation {
  const { value, request, losses, changes } = convertToolChoice(input, { from, to });
  const made = toTranslation({ value: value ?? null, losses, changes });
  return Object.keys(request).length === 0 ? made : { ...made, extra: { request }, note: noteOf(request) };
}

function noteOf(request: JsonObject): string {
  return `a part of the choice goes beside it into the request: ${stringifyJson(request)}`;
}
