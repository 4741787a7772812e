import { createBridge, type Json } from "@toolglot/core";
import { requestShape } from "../input/shapes.ts";
import type { Translated, TranslateOptions, ValueKind } from "./kind.ts";
import { translated } from "./translated.ts";

/** The body of a client's request, for a provider. */
export const request: ValueKind = {
  type: "value",
  options: ["profile", "model"],
  detect: requestShape.detect,
  translate,
};

function translate(input: Json, { from, to, profile, model }: TranslateOptions): Translated {
  const bridge = createBridge({
    client: from,
    provider: to,
    ...(profile === undefined ? {} : { profile }),
    ...(model === undefined ? {} : { providerModel: model }),
  });
  return translated(bridge.request(input));
}
