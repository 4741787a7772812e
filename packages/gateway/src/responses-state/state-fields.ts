import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { StoredState } from "../bindings/binding.ts";
import { GatewayError } from "../errors.ts";

/** Refuses a request whose fields about stored state are malformed; ignoring them would lose the conversation. */
export function checkStateFields(body: JsonObject, state: StoredState): void {
  for (const { field, isValid, expected } of FIELDS) {
    if (!state.requestFields.has(field)) continue;
    const value = body[field] ?? null;
    if (value !== null && !isValid(value)) throw wrongType(field, expected);
  }
  for (const [index, item] of state.inputItems(body.input).entries())
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
const FIELDS: readonly { field: string; isValid: (value: Json) => boolean; expected: string }[] = [
  { field: "previous_response_id", isValid: isId, expected: "the id of a response" },
  { field: "conversation", isValid: isIdOrObject, expected: "the id of a conversation, or an object with it" },
  { field: "prompt", isValid: isObjectWithId, expected: "an object with the id of a prompt" },
  { field: "previous_interaction_id", isValid: isId, expected: "the id of an interaction" },
  {
    field: "background",
    isValid: (value) => value === false,
    expected: "false, because nothing runs in the background",
  },
  { field: "store", isValid: (value) => typeof value === "boolean", expected: "a boolean" },
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

/** Refuses references that only a provider that stores state can resolve. */
export function checkProviderState(body: JsonObject, providerStoresState: boolean): void {
  if (providerStoresState) return;
  for (const [param, what] of PROVIDER_STATE)
    if ((body[param] ?? null) !== null)
      throw invalid(
        "unsupported_parameter",
        param,
        `Unsupported parameter: '${param}' names ${what} that the provider of this model does not store.`,
      );
}

const PROVIDER_STATE = [
  ["conversation", "a conversation"],
  ["prompt", "a prompt"],
] as const;
