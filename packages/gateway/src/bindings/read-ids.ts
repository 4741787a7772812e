import type { Json } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";

/** The values of `field` in the objects of the list `list`. */
export function readIds(body: Json, list: string, field: string): string[] {
  const items = isObject(body) ? body[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: Json) => (isObject(item) && typeof item[field] === "string" ? [item[field]] : []));
}
