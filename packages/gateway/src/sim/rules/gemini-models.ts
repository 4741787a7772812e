import type { JsonObject } from "@toolglot/core";
import { object, objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";
import { contentsOf, field } from "./gemini-fields.ts";

/** Refuses what one model of Gemini refuses: https://ai.google.dev/gemini-api/docs/thinking */
export function checkGeminiModel(body: JsonObject, model: string): void {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? Number.NaN);
  if (/gemma-3/.test(model) && field(body, "systemInstruction") !== undefined)
    throw new RefusedRequest(`Developer instruction is not enabled for models/${model}`);
  if (Number.isNaN(version)) return;
  const config = object(field(body, "generationConfig"));
  checkThinking(object(field(config, "thinkingConfig")), version, model);
  if (version < 3) checkResults(body);
  if (version < 3.6) return;
  for (const penalty of ["presencePenalty", "frequencyPenalty"])
    if (field(config, penalty) !== undefined) throw new RefusedRequest(`Penalty is not enabled for models/${model}`);
  if (contentsOf(body).at(-1)?.role === "model")
    throw new RefusedRequest("Please ensure that the last turn is a user turn or a function response turn.");
}

function checkThinking(config: JsonObject, version: number, model: string): void {
  const [level, budget] = [field(config, "thinkingLevel"), field(config, "thinkingBudget")];
  if (version < 2.5 && (level !== undefined || budget !== undefined))
    throw new RefusedRequest("Unable to submit request because thinking is not supported by this model.");
  if (version < 3 && level !== undefined) throw new RefusedRequest("Thinking level is not supported for this model.");
  if (string(level).toUpperCase() === "MINIMAL" && (version >= 3.7 || /-pro/.test(model)))
    throw new RefusedRequest("Thinking level MINIMAL is not supported for this model.");
  if (typeof budget === "number") checkBudget(budget, model);
}

const BUDGETS: readonly (readonly [model: RegExp, least: number, most: number])[] = [
  [/gemini-2\.5-pro/, 128, 32_768],
  [/gemini-2\.5-flash-lite/, 512, 24_576],
  [/gemini-2\.5-flash/, 1, 24_576],
];

function checkBudget(budget: number, model: string): void {
  const [, least, most] = BUDGETS.find(([name]) => name.test(model)) ?? [];
  if (least === undefined || most === undefined || budget === -1) return;
  if ((budget === 0 && least !== 128) || (budget >= least && budget <= most)) return;
  throw new RefusedRequest(
    `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`,
  );
}

function checkResults(body: JsonObject): void {
  const parts = contentsOf(body).flatMap(({ parts: each }) => objects(each));
  if (parts.some((part) => objects(object(field(part, "functionResponse")).parts).length > 0))
    throw new RefusedRequest("Multimodal function responses are not supported for this model.");
}
