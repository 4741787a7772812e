import { convertToolChoice, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { choiceShape } from "../input/shapes.ts";
import type { Translated, TranslateOptions, ValueKind } from "./kind.ts";
import { translated } from "./translated.ts";

/** Which tools may, must or must not be called: the value of the request's field for it. */
export const choice: ValueKind = {
  type: "value",
  options: [],
  detect: choiceShape.detect,
  translate,
};

// Where the target cannot say it there is no value, which is `null` in JSON; the losses tell why.
function translate(input: Json, { from, to }: TranslateOptions): Translated {
  const { value, request, losses, changes } = convertToolChoice(input, { from, to });
  const made = translated({ value: value ?? null, losses, changes });
  return Object.keys(request).length === 0 ? made : { ...made, beside: { request }, note: noteOf(request) };
}

function noteOf(request: JsonObject): string {
  return `a part of the choice goes beside it into the request: ${stringifyJson(request)}`;
}
