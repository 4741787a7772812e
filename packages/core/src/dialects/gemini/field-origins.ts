import { extendObject } from "../../mapping/values/extend-object.ts";
import type { Provenance } from "../../model/node.ts";

/** Adds the origins of canonical fields that were made from one wire field: canonical field → field of the layout. */
export function withFieldOrigins(provenance: Provenance, names: Readonly<Record<string, string>>): Provenance {
  const { origin } = provenance;
  if (origin === undefined) return provenance;
  const added: Record<string, string> = {};
  for (const [field, read] of Object.entries(names)) {
    const pointer = origin.fields[read];
    if (pointer !== undefined) added[field] = pointer;
  }
  const all = extendObject(origin.fields, added);
  return extendObject(provenance, { origin: extendObject(origin, { fields: all }) });
}
