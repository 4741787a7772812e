import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { StoredState } from "../bindings/binding.ts";
import type { Caller } from "../caller.ts";
import type { ResponseStore, StoredResponse } from "../store/store.ts";
import { findResponse, notStoredError, outputItems } from "./items.ts";

/** An item of a stored response. */
export interface ReferencedItem {
  readonly item: JsonObject;
  /** The provider that stored it too. */
  readonly provider?: string | undefined;
  /** The provider that produced it. */
  readonly maker?: string | undefined;
}

/** Items of stored responses by id. */
export type ReferencedItems = ReadonlyMap<string, ReferencedItem>;

/** Loads the items that a request's `item_reference`s name, as far as they are stored here. */
export function loadReferencedItems(
  store: Pick<ResponseStore, "get">,
  { caller, input, state }: { readonly caller: Caller; readonly input: readonly Json[]; readonly state: StoredState },
): ReferencedItems | Promise<ReferencedItems> {
  if (!input.some(isReference)) return NO_ITEMS;
  return loadItems(store, new Set(input.flatMap(referencedId)), { tenant: caller.tenant, state });
}

const NO_ITEMS: ReferencedItems = new Map();

async function loadItems(
  store: Pick<ResponseStore, "get">,
  ids: ReadonlySet<string>,
  { tenant, state }: { readonly tenant: string; readonly state: StoredState },
): Promise<ReferencedItems> {
  const items = new Map<string, ReferencedItem>();
  const load = async (id: string) => {
    const stored = await responseWithItem(store, { tenant, item: id, state });
    const item = stored && outputItems(stored.response, state).find((each) => isObject(each) && each.id === id);
    if (isObject(item)) items.set(id, { item, provider: stored?.provider, maker: stored?.maker });
  };
  await Promise.all([...ids].map(load));
  return items;
}

/** Replaces the references in a request's input. */
export function replaceReferences(
  input: readonly Json[],
  items: ReferencedItems,
  write: (referenced: ReferencedItem, reference: Json, index: number) => Json[],
): readonly Json[] {
  if (items.size === 0) return input;
  return input.flatMap((item, index) => {
    const [id] = referencedId(item);
    const referenced = id === undefined ? undefined : items.get(id);
    return referenced === undefined ? [item] : write(referenced, item, index);
  });
}

/** Throws if a reference cannot be resolved. */
export function checkReferences(input: readonly Json[], items: ReferencedItems): void {
  const missing = input.find((item) => isReference(item) && !items.has(item.id));
  if (isReference(missing)) throw notStoredError("item_not_found", `Item with id '${missing.id}' not found.`, "input");
}

/**
 * The entries by which a response's items are found by the ids that a provider gave them. They are not needed without keys,
 * if the provider stores the response: it then resolves the references itself.
 */
export function itemEntries(
  { id, tenant, created, response, provider }: StoredResponse,
  state: StoredState,
): StoredResponse[] {
  if (!state.hasItemIds || (tenant === "" && provider !== undefined)) return [];
  const ids = outputItems(response, state).flatMap((item) =>
    isObject(item) && typeof item.id === "string" ? [item.id] : [],
  );
  return ids
    .filter((item) => !GATEWAY_ITEM_ID.test(item))
    .map((item) => ({ id: item, tenant, created, input: [], response: {}, previous: id }));
}

/** Item ids that the gateway made contain the id of the response. */
const GATEWAY_ITEM_ID = /^[a-z]+_([0-9a-f]{32})_\d+$/;

async function responseWithItem(
  store: Pick<ResponseStore, "get">,
  { tenant, item, state }: { readonly tenant: string; readonly item: string; readonly state: StoredState },
): Promise<StoredResponse | undefined> {
  const suffix = GATEWAY_ITEM_ID.exec(item)?.[1];
  const id = suffix === undefined ? (await store.get(tenant, item))?.previous : `resp_${suffix}`;
  return id === undefined ? undefined : findResponse(store, { tenant, id, state });
}

function referencedId(item: Json): string[] {
  return isReference(item) ? [item.id] : [];
}

function isReference(item: Json | undefined): item is JsonObject & { readonly id: string } {
  return isObject(item) && item.type === "item_reference" && typeof item.id === "string";
}
