import { createBridge, type Json } from "@toolglot/core";
import { errorMessageIn } from "../input/error-message.ts";
import { isList, isObject } from "../input/json.ts";
import type { InputTranslation, TranslateOptions, ValueConverter } from "./converter.ts";
import { type CoreResult, toTranslation } from "./translation.ts";

/** A provider's response body, error responses included, for a client. */
export const response: ValueConverter = {
  type: "value",
  options: ["html"],
  translate,
};

function translate(input: Json, { from, to }: TranslateOptions): InputTranslation {
  const bridge = createBridge({ client: to, provider: from });
  if (isBareError(input)) return failed({ ...bridge.error(UNKNOWN_STATUS, input), losses: [], changes: [] });
  const answer = bridge.response(input);
  const { status } = answer;
  return status === undefined ? toTranslation(answer) : failed({ ...answer, status });
}

function failed(answer: CoreResult & { readonly status: number }): InputTranslation {
  const { status, value } = answer;
  return { ...toTranslation(answer), extra: { status }, failure: errorMessageIn(value) ?? `status ${status}` };
}

/** The status of an error whose HTTP status is not known. */
const UNKNOWN_STATUS = 502;

// The error event of a stream, or Google's error as the only item of a list.
function isBareError(input: Json): boolean {
  return isList(input) ? isObject(input[0]) && input[0].error !== undefined : isObject(input) && input.type === "error";
}
