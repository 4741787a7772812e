import { createBridge, type Json } from "@toolglot/core";
import type { InputTranslation, TranslateOptions, ValueConverter } from "./converter.ts";
import { toTranslation } from "./translation.ts";

/** A client's request body, for a provider. */
export const request: ValueConverter = {
  type: "value",
  options: ["profile", "model", "html"],
  translate,
};

function translate(input: Json, { from, to, profile, model }: TranslateOptions): InputTranslation {
  const bridge = createBridge({
    client: from,
    provider: to,
    ...(profile === undefined ? {} : { profile }),
    ...(model === undefined ? {} : { providerModel: model }),
  });
  return toTranslation(bridge.request(input));
}
