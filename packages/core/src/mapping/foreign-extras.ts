// Extras are written back by the dialect that they came from. In every other dialect they are losses, or changes where
// they had no meaning, and are reported here.

import { isArray, isEmptyObject, isObject } from "../json/value.ts";
import { UNKNOWN_CONTENT, unknownFieldLevel } from "../loss-levels.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { LossLevel } from "../model/loss.ts";
import type { NodeOrigin, Provenance } from "../model/node.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";

/** Reports the extras that other dialects keep of a node. Values that mean nothing are changes, not losses. */
export function loseForeignExtras(dialect: string, node: Provenance, report: Report): void {
  if (node.extras === undefined) return;
  for (const owner of Object.keys(node.extras))
    if (owner !== dialect) reportNotes(node.extras[owner] ?? EMPTY, node.origin, report);
}

// Reads the same as `notesOf` without building notes: many nodes have extras, and few have anything to report.
function reportNotes(notes: JsonObject, origin: NodeOrigin | undefined, report: Report): void {
  const { silent = EMPTY, absent, at } = notes;
  const { place = Place.root, unknown = UNKNOWN_CONTENT } = origin ?? {};
  for (const key of Object.keys(notes))
    if (key.startsWith("/"))
      reportField(notes[key] ?? null, report.on(place.below(key)), unknownFieldLevel(unknown, key));
  const quiet = isObject(silent) ? silent : EMPTY;
  for (const pointer of Object.keys(quiet)) report.on(place.below(pointer)).change("null-field");
  for (const pointer of isArray(absent) ? absent : [])
    if (quiet[String(pointer)] === undefined) report.on(place.below(String(pointer))).change("default-layout");
  for (const pointer of isObject(at) ? Object.values(at).flat() : [])
    report.on(place.below(String(pointer))).change("default-layout");
}

function reportField(value: Json, report: Report, level: LossLevel): void {
  if (isEmptyValue(value)) report.change("null-field");
  else report.loseField(level);
}

/** Whether an unknown value is empty, so that dropping it is no loss. */
export function isEmptyValue(value: Json): boolean {
  return value === null || (isArray(value) && value.length === 0) || isEmptyObject(value);
}

const EMPTY: JsonObject = {};
