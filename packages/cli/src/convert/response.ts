import { createBridge, type Json } from "@toolglot/core";
import { errorMessageIn } from "../input/error-message.ts";
import type { InputTranslation, TranslateOptions, ValueConverter } from "./converter.ts";
import { toTranslation } from "./translation.ts";

/** A provider's response body, error responses included, for a client. */
export const response: ValueConverter = {
  type: "value",
  options: ["html"],
  translate,
};

function translate(input: Json, { from, to }: TranslateOptions): InputTranslation {
  const answer = createBridge({ client: to, provider: from }).response(input);
  const { status } = answer;
  if (status === undefined) return toTranslation(answer);
  return { ...toTranslation(answer), extra: { status }, failure: errorMessageIn(answer.value) ?? `status ${status}` };
}
