import { isObject, type Json, type JsonObject, type Loss } from "@toolglot/core";
import { GatewayError } from "../errors.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";

/** The one dialect whose conversations live on the server. */
export const STATEFUL = "openai-responses";

/** The items of an answer. */
export function outputItems({ output }: JsonObject): readonly Json[] {
  return Array.isArray(output) ? (output as Json[]) : [];
}

/** The items of a question, which may be written in short. */
export function inputItems(input: Json | undefined): readonly Json[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) ? (input as Json[]) : [];
}

/**
 * An item as it can be told to a provider that did not make it: by its id that would look for what it has kept itself, and
 * it can only read the thoughts of its own models.
 */
export function foreignItem(item: Json, path: string, losses: Loss[]): Json[] {
  if (!isObject(item)) return [];
  if (item.type === "item_reference") return [item];
  if (item.type === "reasoning") {
    losses.push({ ...FOREIGN, path });
    return [];
  }
  const { id: _, ...rest } = item;
  return [rest];
}

/** An item as it is told again to the provider that made it and has forgotten it. */
export function replayedItem(item: Json): Json[] {
  if (!isObject(item)) return [];
  const { encrypted_content: sealed, ...rest } = item;
  // llama.cpp writes it although it has nothing to say in it, and refuses it so.
  const told: JsonObject = sealed === "" || sealed === null || sealed === undefined ? rest : item;
  // llama.cpp knows a message by its type alone.
  return [told.role !== undefined && told.type === undefined ? { type: "message", ...told } : told];
}

const FOREIGN = {
  code: "foreign-reasoning",
  feature: "reasoning",
  from: STATEFUL,
  to: STATEFUL,
  action: "dropped",
  message: `feature reasoning lost converting from ${STATEFUL} to ${STATEFUL}`,
} as const;

/** A stored answer; what stands beside answers, for their items, is none. */
export async function findResponse(
  store: ResponseStore,
  tenant: string,
  id: string,
): Promise<StoredResponse | undefined> {
  const stored = await store.get(tenant, id);
  return stored?.response.id === id ? stored : undefined;
}

/** An error for what is not there; OpenAI has no type of its own for it. */
export function notFoundError(code: string, message: string, param: string): GatewayError {
  return new GatewayError("invalid-request", code, message, { status: 404, param });
}
