import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { fetchText } from "../exchange/fetch-text.ts";
import { upstreamQuery } from "../exchange/upstream-request.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { itemEntries } from "./item-references.ts";
import { findResponse, notStoredError } from "./items.ts";
import type { ResponsesServices } from "./services.ts";
import { type StatefulDialect, storesResponses } from "./stores-responses.ts";

/** A request about a stored response. */
export interface StoredRequest {
  readonly caller: Caller;
  readonly stateful: StatefulDialect;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Such as `GET /v1/responses/{id}`. */
export async function getResponse(store: ResponseStore, request: StoredRequest): Promise<JsonObject> {
  // The events are not stored, and a client that waits for a stream would take JSON for an empty one.
  if (request.query.get("stream") === "true")
    throw new GatewayError("invalid-request", "unsupported_value", "a stored response cannot be streamed", {
      param: "stream",
    });
  const { response, input } = await findOrThrow(store, request);
  const { includeInput } = request.stateful.state;
  const asksForInput = includeInput !== undefined && request.query.get(includeInput) === "true";
  return asksForInput ? { ...response, input } : response;
}

/** `GET /v1/responses/{id}/input_items`, the latest item first unless `order=asc`. */
export async function listInputItems(store: ResponseStore, request: StoredRequest): Promise<JsonObject> {
  const { id, query } = request;
  const { input } = await findOrThrow(store, request);
  const items = input.map((item, index) => listedItem(item, `item_${id}_${index}`));
  const sorted = query.get("order") === "asc" ? items : items.reverse();
  const rest = sorted.slice(sorted.findIndex((item) => item.id === query.get("after")) + 1);
  const data = rest.slice(0, pageSize(query.get("limit")));
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { object: "list", data, first_id: first, last_id: last, has_more: data.length < rest.length };
}

/** Such as `DELETE /v1/responses/{id}`, also at the provider that stored it. */
export async function deleteResponse(services: ResponsesServices, request: StoredRequest): Promise<JsonObject> {
  const { id, stateful } = request;
  const stored = await findOrThrow(services.store, request);
  const { provider: name } = stored;
  const provider = name === undefined ? undefined : services.config.providers.get(name);
  if (provider !== undefined && storesResponses(provider, stateful))
    await deleteAt(services, provider, stateful.state.path(id));
  for (const entry of [stored, ...itemEntries(stored, stateful.state)])
    await services.store.delete(entry.tenant, entry.id);
  return stateful.state.deleted(id);
}

/** Such as `POST /v1beta/interactions/{id}/cancel`: what is stored has ended. */
export async function cancelResponse(store: ResponseStore, request: StoredRequest): Promise<never> {
  await findOrThrow(store, request);
  throw new GatewayError(
    "invalid-request",
    "invalid_request",
    "nothing runs in the background, so nothing can be cancelled",
  );
}

async function findOrThrow(
  store: ResponseStore,
  { caller: { tenant }, id, stateful: { state } }: StoredRequest,
): Promise<StoredResponse> {
  const stored = await findResponse(store, { tenant, id, state });
  if (stored !== undefined) return stored;
  throw notStoredError("response_not_found", `Response with id '${id}' not found.`, "id");
}

/** https://platform.openai.com/docs/api-reference/responses/input-items */
function pageSize(limit: string | null): number {
  const size = Number(limit ?? 20);
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size;
  throw new GatewayError("invalid-request", "invalid_value", "limit must be between 1 and 100", { param: "limit" });
}

// A message's content may be a plain text; the list always has parts.
function listedItem(item: Json, id: string): JsonObject {
  if (!isObject(item)) return { id, type: "message", role: "user", content: [] };
  const { role, content } = item;
  if (role === undefined) return { id, ...item };
  const type = role === "assistant" ? "output_text" : "input_text";
  return {
    id,
    type: "message",
    ...item,
    ...(typeof content === "string" ? { content: [{ type, text: content }] } : {}),
  };
}

async function deleteAt(services: ResponsesServices, provider: Provider, path: string): Promise<void> {
  const { headers, timeouts } = provider;
  const request = upstreamQuery({ provider, headers, timeouts }, path, "DELETE");
  const { status } = await fetchText(services.senderFor(provider), request, { timeout: timeouts.firstByte });
  // It does not have the response, or no such endpoint.
  if (status < 300 || status === 404 || status === 405) return;
  throw new GatewayError("server", "upstream_error", `the provider that stored the response responded with ${status}`);
}
