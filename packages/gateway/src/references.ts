import { isObject, type Json, type JsonObject } from "@toolglot/core";
import type { Caller } from "./door.ts";
import { outputOf, unknown } from "./stateful.ts";
import type { ResponseStore } from "./store/store.ts";

/** Items of stored answers, by their ids. */
export type Referred = ReadonlyMap<string, JsonObject>;

/** The items that a question only refers to, as far as they are of answers that are stored here. */
export async function referredItems(
  store: ResponseStore,
  { tenant }: Caller,
  input: readonly Json[],
): Promise<Referred> {
  const items = new Map<string, JsonObject>();
  for (const id of input.flatMap(referenceIn)) {
    const answer = OWN_ID.exec(id)?.[1];
    const stored = answer === undefined ? undefined : await store.get(tenant, `resp_${answer}`);
    const item = stored && outputOf(stored.response).find((each) => isObject(each) && each.id === id);
    if (isObject(item)) items.set(id, item);
  }
  return items;
}

/** A question's items with those that it refers to in their places. */
export function withReferred(input: readonly Json[], items: Referred, write: (item: Json) => Json[]): readonly Json[] {
  return input.flatMap((item) => {
    const [id] = referenceIn(item);
    const referred = id === undefined ? undefined : items.get(id);
    return referred === undefined ? [item] : write(referred);
  });
}

/** Throws where a question refers to what is not known. */
export function checkReferred(input: readonly Json[], items: Referred): void {
  const missing = input.flatMap(referenceIn).find((id) => !items.has(id));
  if (missing !== undefined) throw unknown("item_not_found", `Item with id '${missing}' not found.`, "input");
}

/** The ids of the items of an answer that the gateway has named have the answer's own id in them. */
const OWN_ID = /^[a-z]+_([0-9a-f]{32})_\d+$/;

function referenceIn(item: Json): string[] {
  return isObject(item) && item.type === "item_reference" && typeof item.id === "string" ? [item.id] : [];
}
