import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of generateContent (B8 of the wire facts). */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const parts: Json[] = [
    ...script.reasoning.map((text) => ({ text, thought: true })),
    ...script.texts.map((text) => ({ text })),
    ...script.calls.map(({ id, name, input }, index) => ({
      functionCall: { ...(hasVariant(script, 0) ? {} : { id }), name, args: input },
      ...(hasVariant(script, 1) && index === 0 ? { thoughtSignature: "c2ln" } : {}),
    })),
  ];
  const finishReason = script.stop === "length" ? "MAX_TOKENS" : "STOP";
  return {
    candidates: [
      {
        content: { role: "model", parts },
        finishReason,
        index: 0,
        ...(hasVariant(script, 2) ? { safetyRatings: [], avgLogprobs: -0.1 } : {}),
      },
    ],
    usageMetadata: {
      promptTokenCount: script.input,
      candidatesTokenCount: script.output,
      totalTokenCount: script.input + script.output,
      ...(hasVariant(script, 3)
        ? { promptTokensDetails: [{ modality: "TEXT", tokenCount: script.input }], thoughtsTokenCount: 0 }
        : {}),
    },
    modelVersion: "m",
    responseId: "r",
  };
}

function textOf(response: Json): string {
  return partsOf(response)
    .filter((part) => at(part, "thought") !== true)
    .map((part) => String(at(part, "text") ?? ""))
    .join("");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return partsOf(response)
    .filter((part) => at(part, "functionCall") !== undefined)
    .map((part) => [at(part, "functionCall", "name"), at(part, "functionCall", "args")]);
}

function partsOf(response: Json): readonly Json[] {
  return listAt(response, "candidates", 0, "content", "parts");
}
