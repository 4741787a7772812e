import { extendObject } from "../../mapping/values/extend-object.ts";
import type { Provenance } from "../../model/node.ts";

/** Adds the origins of canonical fields that were made from one wire field: canonical field → field of the layout. */
export function withFieldOrigins(provenance: Provenance, names: Readonly<Record<string, string>>): Provenance {
  const { origin } = provenance;
  if (origin === undefined) return provenance;
  const fields = Object.entries(names).flatMap(([field, read]) => {
    const pointer = origin.fields[read];
    return pointer === undefined ? [] : [[field, pointer] as const];
  });
  const all = extendObject(origin.fields, Object.fromEntries(fields));
  return extendObject(provenance, { origin: extendObject(origin, { fields: all }) });
}
