import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { GatewayError } from "../errors.ts";
import { inputItems } from "./items.ts";

/** Refuses a question whose fields for what is stored are not what they must be; to leave them out would forget what they mean. */
export function checkStateFields(body: JsonObject): void {
  for (const { field, isRight, expected } of FIELDS) {
    const value = body[field] ?? null;
    if (value !== null && !isRight(value)) throw wrongType(field, expected);
  }
  for (const [index, item] of inputItems(body.input).entries())
    if (isObject(item) && item.type === "item_reference" && !isId(item.id ?? null))
      throw wrongType(`input[${index}].id`, "the id of an item");
  if ((body.previous_response_id ?? null) !== null && (body.conversation ?? null) !== null)
    throw invalid(
      "mutually_exclusive_parameters",
      "previous_response_id",
      "Mutually exclusive parameters: 'previous_response_id' and 'conversation'.",
    );
}

/** https://platform.openai.com/docs/api-reference/responses/create */
const FIELDS: readonly { field: string; isRight: (value: Json) => boolean; expected: string }[] = [
  { field: "previous_response_id", isRight: isId, expected: "the id of a response" },
  { field: "conversation", isRight: isIdOrObject, expected: "the id of a conversation, or an object with it" },
  { field: "prompt", isRight: isObjectWithId, expected: "an object with the id of a prompt" },
  { field: "store", isRight: (value) => typeof value === "boolean", expected: "a boolean" },
];

function isId(value: Json): boolean {
  return typeof value === "string" && value !== "";
}

function isObjectWithId(value: Json): boolean {
  return isObject(value) && isId(value.id ?? null);
}

function isIdOrObject(value: Json): boolean {
  return isId(value) || isObjectWithId(value);
}

function wrongType(param: string, expected: string): GatewayError {
  return invalid("invalid_type", param, `Invalid type for '${param}': expected ${expected}.`);
}

function invalid(code: string, param: string, message: string): GatewayError {
  return new GatewayError("invalid-request", code, message, { param });
}

/** Refuses what only a provider could look up that keeps it: a conversation or a prompt that it was told of before. */
export function checkProviderState(body: JsonObject, isKept: boolean): void {
  if (isKept) return;
  for (const [param, what] of KEPT)
    if ((body[param] ?? null) !== null)
      throw invalid(
        "unsupported_parameter",
        param,
        `Unsupported parameter: '${param}' names ${what} that is kept elsewhere, which the provider of this model cannot look up.`,
      );
}

const KEPT = [
  ["conversation", "a conversation"],
  ["prompt", "a prompt"],
] as const;
