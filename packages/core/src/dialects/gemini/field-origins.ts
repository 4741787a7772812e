import { extendObject } from "../../mapping/values/extend-object.ts";
import type { Provenance } from "../../model/node.ts";

/** A node whose fields say where they stood, although several of them were read from one place: field → field of the form. */
export function withFieldOrigins(provenance: Provenance, names: Readonly<Record<string, string>>): Provenance {
  const { origin } = provenance;
  if (origin === undefined) return provenance;
  const fields = Object.entries(names).flatMap(([field, read]) => {
    const pointer = origin.fields[read];
    return pointer === undefined ? [] : [[field, pointer] as const];
  });
  return { ...provenance, origin: { ...origin, fields: extendObject(origin.fields, Object.fromEntries(fields)) } };
}
