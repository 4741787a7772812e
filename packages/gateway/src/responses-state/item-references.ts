import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Caller } from "../http/auth.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { findResponse, notFoundError, outputItems } from "./items.ts";

/** An item of a stored answer, and the provider that has it too. */
export interface ReferencedItem {
  readonly item: JsonObject;
  readonly provider?: string | undefined;
  /** The provider that made it. */
  readonly maker?: string | undefined;
}

/** Items of stored answers, by their ids. */
export type ReferencedItems = ReadonlyMap<string, ReferencedItem>;

/** The items that a question only refers to, as far as they are of answers that are stored here. */
export async function loadReferencedItems(
  store: ResponseStore,
  { tenant }: Caller,
  input: readonly Json[],
): Promise<ReferencedItems> {
  const items = new Map<string, ReferencedItem>();
  for (const id of input.flatMap(referenceIn)) {
    const stored = await answerWith(store, tenant, id);
    const item = stored && outputItems(stored.response).find((each) => isObject(each) && each.id === id);
    if (isObject(item)) items.set(id, { item, provider: stored?.provider, maker: stored?.maker });
  }
  return items;
}

/** A question's items with those that it refers to in their places. */
export function replaceReferences(
  input: readonly Json[],
  items: ReferencedItems,
  write: (referred: ReferencedItem, reference: Json, index: number) => Json[],
): readonly Json[] {
  return input.flatMap((item, index) => {
    const [id] = referenceIn(item);
    const referred = id === undefined ? undefined : items.get(id);
    return referred === undefined ? [item] : write(referred, item, index);
  });
}

/** Throws where a question refers to what is not known. */
export function checkReferences(input: readonly Json[], items: ReferencedItems): void {
  const missing = input.flatMap(referenceIn).find((id) => !items.has(id));
  if (missing !== undefined) throw notFoundError("item_not_found", `Item with id '${missing}' not found.`, "input");
}

/**
 * What is kept beside an answer, so that its items are found by the ids that a provider gave them. Without keys there is
 * nobody to keep them from, and the provider is asked for what is not known.
 */
export function itemEntries({ id, tenant, created, response, provider }: StoredResponse): StoredResponse[] {
  if (tenant === "" && provider !== undefined) return [];
  const ids = outputItems(response).flatMap((item) => (isObject(item) && typeof item.id === "string" ? [item.id] : []));
  return ids
    .filter((item) => !OWN_ID.test(item))
    .map((item) => ({ id: item, tenant, created, input: [], response: {}, previous: id }));
}

/** The ids of the items of an answer that the gateway has named have the answer's own id in them. */
const OWN_ID = /^[a-z]+_([0-9a-f]{32})_\d+$/;

async function answerWith(store: ResponseStore, tenant: string, item: string): Promise<StoredResponse | undefined> {
  const own = OWN_ID.exec(item)?.[1];
  const answer = own === undefined ? (await store.get(tenant, item))?.previous : `resp_${own}`;
  return answer === undefined ? undefined : findResponse(store, tenant, answer);
}

function referenceIn(item: Json): string[] {
  return isObject(item) && item.type === "item_reference" && typeof item.id === "string" ? [item.id] : [];
}
