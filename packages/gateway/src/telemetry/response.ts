import type { JsonObject } from "@toolglot/core";
import type { AttemptTrace } from "./attempt-trace.ts";
import { neutralResponse, objectsIn } from "./neutral.ts";
import type { Attributes } from "./span.ts";

/** The response of the last attempt, translated into the default dialect, if it was kept. */
export function tracedResponse(last: AttemptTrace | undefined): JsonObject | undefined {
  const text = last?.takeBody();
  return last === undefined || text === undefined
    ? undefined
    : neutralResponse(last.destination.provider.dialect, text);
}

/** What a response says about itself, and nothing of what it says. */
export function responseAttributes({ id, model, choices }: JsonObject): Attributes {
  const reasons = objectsIn(choices).flatMap(({ finish_reason: reason }) =>
    typeof reason === "string" ? [reason] : [],
  );
  return {
    "gen_ai.response.id": typeof id === "string" ? id : undefined,
    "gen_ai.response.model": typeof model === "string" ? model : undefined,
    "gen_ai.response.finish_reasons": reasons.length === 0 ? undefined : reasons,
  };
}
