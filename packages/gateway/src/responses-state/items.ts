import type { Json, JsonObject, Loss } from "@toolglot/core";
import { CODE_LEVELS, isObject } from "@toolglot/core/base";
import type { StoredState } from "../bindings/binding.ts";
import { GatewayError } from "../errors.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import type { StatefulDialect } from "./stores-responses.ts";

/** The items of a response. */
export function outputItems(response: JsonObject, { outputField }: StoredState): readonly Json[] {
  const output = response[outputField];
  return Array.isArray(output) ? (output as Json[]) : [];
}

/** A stored item for a provider that did not produce it. */
export function foreignItem(item: Json, path: string, { dialect, state }: StatefulDialect, losses: Loss[]): Json[] {
  if (!isObject(item)) return [];
  const sent = state.foreignItem(item);
  if (sent === undefined) losses.push(foreignReasoning(dialect, path));
  return sent === undefined ? [] : [sent];
}

/** A stored item for the provider that produced it and has not stored it. */
export function replayedItem(item: Json, state: StoredState): Json[] {
  return isObject(item) ? [state.replayedItem(item)] : [];
}

function foreignReasoning(dialect: string, path: string): Loss {
  return {
    code: "foreign-reasoning",
    feature: "reasoning",
    from: dialect,
    to: dialect,
    level: CODE_LEVELS["foreign-reasoning"],
    action: "dropped",
    message: `feature reasoning lost converting from ${dialect} to ${dialect}`,
    path,
  };
}

/** A stored response. The store also has entries for the items of responses, which are not found here. */
export async function findResponse(
  store: Pick<ResponseStore, "get">,
  { tenant, id, state }: { readonly tenant: string; readonly id: string; readonly state: StoredState },
): Promise<StoredResponse | undefined> {
  const stored = await store.get(tenant, id);
  // A response of another dialect has items of another form.
  return stored?.response.id === id && stored.response[state.outputField] !== undefined ? stored : undefined;
}

/** The error for an id that is not stored; OpenAI uses `invalid_request_error` with the status 404. */
export function notStoredError(code: string, message: string, param: string): GatewayError {
  return new GatewayError("invalid-request", code, message, { status: 404, param });
}
