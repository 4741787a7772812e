import { CODE_LEVELS, isObject, type Json, type JsonObject, type Loss } from "@toolglot/core";
import { GatewayError } from "../errors.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";

/** The items of a response. */
export function outputItems({ output }: JsonObject): readonly Json[] {
  return Array.isArray(output) ? (output as Json[]) : [];
}

/** The items of a request's `input`, which may also be a text. */
export function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) ? (input as Json[]) : [];
}

/**
 * A stored item for a provider that did not produce it. It would look up the item's id among its own items, and it can only
 * decrypt the reasoning of its own models.
 */
export function foreignItem(item: Json, path: string, dialect: string, losses: Loss[]): Json[] {
  if (!isObject(item)) return [];
  if (item.type === "item_reference") return [item];
  if (item.type === "reasoning") {
    losses.push(foreignReasoning(dialect, path));
    return [];
  }
  const { id: _, ...rest } = item;
  return [rest];
}

/** A stored item for the provider that produced it and has not stored it. */
export function replayedItem(item: Json): Json[] {
  if (!isObject(item)) return [];
  const { encrypted_content: encrypted, ...rest } = item;
  // llama.cpp writes an empty `encrypted_content`, and refuses it in a request.
  const sent: JsonObject = encrypted === "" || encrypted === null || encrypted === undefined ? rest : item;
  // llama.cpp recognizes a message by its `type` only.
  return [sent.role !== undefined && sent.type === undefined ? { type: "message", ...sent } : sent];
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
  store: ResponseStore,
  tenant: string,
  id: string,
): Promise<StoredResponse | undefined> {
  const stored = await store.get(tenant, id);
  return stored?.response.id === id ? stored : undefined;
}

/** The error for an id that is not stored; OpenAI uses `invalid_request_error` with the status 404. */
export function notStoredError(code: string, message: string, param: string): GatewayError {
  return new GatewayError("invalid-request", code, message, { status: 404, param });
}
