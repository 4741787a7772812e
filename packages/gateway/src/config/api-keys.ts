import type { ProviderKey } from "../providers/provider-key.ts";
import { readToken } from "./auth.ts";
import type { Field } from "./field.ts";
import { optional } from "./fields.ts";
import { readKeyName } from "./keys.ts";

/** Reads several keys of a provider: each a text, or an object with its weight and name. */
export function readApiKeys(field: Field): ProviderKey[] | undefined {
  const list = field.list();
  if (list?.length === 0) return field.fail("is empty", "list at least one key");
  const keys: ProviderKey[] = [];
  for (const [index, each] of (list ?? []).entries()) {
    const key = readProviderKey(each, String(index + 1));
    if (key === undefined) continue;
    if (keys.some(({ name }) => name === key.name)) each.fail("has the name of another key", "give each its own name");
    if (keys.some((other) => other.key === key.key)) each.fail("is the same key as another", "leave one out");
    keys.push(key);
  }
  return keys;
}

/** Reads how large a share of the requests something gets. */
export function readWeight(field: Field): number | undefined {
  return field.integer(1, MAX_WEIGHT);
}

const MAX_WEIGHT = 1000;

function readProviderKey(field: Field, place: string): ProviderKey | undefined {
  if (!(field.value instanceof Map)) return providerKey(place, readToken(field));
  const fields = field.object(["key", "weight", "name"]);
  if (fields === undefined) return undefined;
  const { key, weight, name } = fields;
  return providerKey(optional(name, readKeyName) ?? place, readToken(key), optional(weight, readWeight));
}

function providerKey(name: string, key: string | undefined, weight = 1): ProviderKey | undefined {
  return key === undefined ? undefined : { name, key, weight };
}
