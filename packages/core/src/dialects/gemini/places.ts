import { extended } from "../../mapping/extended.ts";
import type { Provenance } from "../../model/node.ts";

/** A node whose fields say where they stood, although several of them were read from one place: field → field of the form. */
export function placed(noted: Provenance, names: Readonly<Record<string, string>>): Provenance {
  const { origin } = noted;
  if (origin === undefined) return noted;
  const fields = Object.entries(names).flatMap(([field, read]) => {
    const pointer = origin.fields[read];
    return pointer === undefined ? [] : [[field, pointer] as const];
  });
  return { ...noted, origin: { ...origin, fields: extended(origin.fields, Object.fromEntries(fields)) } };
}
