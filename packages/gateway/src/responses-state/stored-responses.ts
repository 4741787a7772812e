import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Provider } from "../config/config.ts";
import { GatewayError } from "../errors.ts";
import { fetchText } from "../exchange/fetch-text.ts";
import { upstreamQuery } from "../exchange/upstream-request.ts";
import type { Services } from "../gateway.ts";
import type { Caller } from "../http/auth.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { itemEntries } from "./item-references.ts";
import { findResponse, notFoundError } from "./items.ts";
import { storesResponses } from "./stores-responses.ts";

/** A stored answer. */
export async function getResponse(
  store: ResponseStore,
  caller: Caller,
  id: string,
  query: URLSearchParams = new URLSearchParams(),
): Promise<JsonObject> {
  // Its events are not kept, and an answer in another form than the client waits for would look like an empty one.
  if (query.get("stream") === "true")
    throw new GatewayError("invalid-request", "unsupported_value", "a stored answer is only told as a whole", {
      param: "stream",
    });
  return (await found(store, caller, id)).response;
}

/** What was asked for a stored answer, the latest first unless it is asked otherwise. */
export async function listInputItems(
  store: ResponseStore,
  caller: Caller,
  id: string,
  query: URLSearchParams = new URLSearchParams(),
): Promise<JsonObject> {
  const { input } = await found(store, caller, id);
  const items = input.map((item, index) => listedItem(item, `item_${id}_${index}`));
  const sorted = query.get("order") === "asc" ? items : items.reverse();
  const rest = sorted.slice(sorted.findIndex((item) => item.id === query.get("after")) + 1);
  const data = rest.slice(0, pageSize(query.get("limit")));
  const [first, last] = [data[0]?.id ?? null, data.at(-1)?.id ?? null];
  return { object: "list", data, first_id: first, last_id: last, has_more: data.length < rest.length };
}

/** Forgets a stored answer, and has the provider forget it that keeps it too. */
export async function deleteResponse(shared: Services, caller: Caller, id: string): Promise<JsonObject> {
  const answer = await found(shared.store, caller, id);
  const { provider: name } = answer;
  const provider = name === undefined ? undefined : shared.config.providers.get(name);
  if (provider !== undefined && storesResponses(provider)) await forgetAt(shared, provider, id);
  for (const each of [answer, ...itemEntries(answer)]) await shared.store.delete(each.tenant, each.id);
  return { id, object: "response", deleted: true };
}

async function found(store: ResponseStore, { tenant }: Caller, id: string): Promise<StoredResponse> {
  const stored = await findResponse(store, tenant, id);
  if (stored !== undefined) return stored;
  throw notFoundError("response_not_found", `Response with id '${id}' not found.`, "id");
}

/** https://platform.openai.com/docs/api-reference/responses/input-items */
function pageSize(limit: string | null): number {
  const size = Number(limit ?? 20);
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size;
  throw new GatewayError("invalid-request", "invalid_value", "limit must be between 1 and 100", { param: "limit" });
}

// A message may be written in short, and is told in full.
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

async function forgetAt(shared: Services, provider: Provider, id: string): Promise<void> {
  const { headers, timeouts } = provider;
  const question = upstreamQuery({ provider, headers, timeouts }, `/responses/${encodeURIComponent(id)}`, "DELETE");
  const { status } = await fetchText(shared.senderFor(provider), question, timeouts.firstByte);
  // What it does not have, or never kept, need not be forgotten.
  if (status < 300 || status === 404 || status === 405) return;
  throw new GatewayError("server", "upstream_error", `the provider that keeps it too answered ${status}`);
}
