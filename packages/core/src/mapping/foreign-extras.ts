import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";

/** Reports what only other dialects know of a node. What said nothing is a change, and no loss. */
export function loseForeignExtras(dialect: string, node: Provenance, report: Report): void {
  if (node.extras === undefined) return;
  for (const owner of Object.keys(node.extras))
    if (owner !== dialect) tellNotes(node.extras[owner] ?? NOTHING, node.origin?.place ?? Place.root, report);
}

// As `notesOf` reads them, without making anything of them: many nodes have some, and few have anything to tell.
function tellNotes(notes: JsonObject, place: Place, report: Report): void {
  const { silent = NOTHING, absent, at } = notes;
  for (const key of Object.keys(notes))
    if (key.startsWith("/")) tellField(notes[key] ?? null, place.below(key), report);
  const quiet = isObject(silent) ? silent : NOTHING;
  for (const pointer of Object.keys(quiet)) report.on(place.below(pointer)).change("null-field");
  for (const pointer of isArray(absent) ? absent : [])
    if (quiet[String(pointer)] === undefined) report.on(place.below(String(pointer))).change("default-layout");
  for (const pointer of isObject(at) ? Object.values(at).flat() : [])
    report.on(place.below(String(pointer))).change("default-layout");
}

function tellField(value: Json, place: Place, report: Report): void {
  if (isEmptyValue(value)) report.on(place).change("null-field");
  else report.on(place).lose("field");
}

/** Whether a value that only its own dialect knows is missed by nobody. */
export function isEmptyValue(value: Json): boolean {
  return (
    value === null || (isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0)
  );
}

const NOTHING: JsonObject = {};
