import { createBridge, type Json } from "@toolglot/core";
import { failureIn } from "../input/failure-in.ts";
import { responseShape } from "../input/shapes.ts";
import type { Translated, TranslateOptions, ValueKind } from "./kind.ts";
import { translated } from "./translated.ts";

/** The body of a provider's response, for a client; an error is one, too. */
export const response: ValueKind = {
  type: "value",
  options: [],
  detect: responseShape.detect,
  translate,
};

function translate(input: Json, { from, to }: TranslateOptions): Translated {
  const answer = createBridge({ client: to, provider: from }).response(input);
  const { status } = answer;
  if (status === undefined) return translated(answer);
  return { ...translated(answer), beside: { status }, failure: failureIn(answer.value) ?? `status ${status}` };
}
