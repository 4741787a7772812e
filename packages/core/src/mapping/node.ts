// Reading and writing a node of a conversation (message, part, candidate, usage, …) by its layout. Writing accounts for
// every field of the node: what is neither written nor handled by the codec is reported as lost.

import { isEmpty } from "../json/value.ts";
import { type CanonicalField, fieldLevel, levelOf } from "../loss-levels.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { LossNote } from "../model/loss.ts";
import type { Provenance } from "../model/node.ts";
import type { Report } from "../report.ts";
import { isEmptyValue, loseForeignExtras } from "./foreign-extras.ts";
import type { Layout } from "./layout.ts";
import { fieldReport, nodeReport } from "./provenance.ts";
import { readLayout } from "./read.ts";
import { writeLayout } from "./write.ts";

export { fieldReport, isEmptyValue, loseForeignExtras, nodeReport };

/** What was read from a node on the wire, and its provenance. */
export interface NodeReading {
  readonly values: Readonly<Record<string, Json>>;
  readonly provenance: Provenance;
}

/** Reads the canonical fields of a node by its layout; all else is kept in the extras of its own dialect. */
export function readNode(layout: Layout, wire: JsonObject, report: Report): NodeReading {
  const { values, fields, extras } = readLayout(layout, wire, report.fast);
  const { dialect, unknown } = layout;
  if (isEmpty(extras)) return { values, provenance: { origin: { dialect, place: report.place, fields } } };
  return {
    values,
    provenance: { origin: { dialect, place: report.place, fields, unknown }, extras: { [dialect]: extras } },
  };
}

/**
 * Writes a node. `values` is what is written, field by field; in place of a value, `WRITTEN`, `CHANGED` or `LOST` says what the
 * codec did with a field itself. Every other field of the node is reported as lost, and so are the extras of other dialects.
 */
export function writeNode(
  layout: Layout,
  node: Provenance,
  values: Readonly<Record<string, unknown>>,
  report: Report,
): JsonObject {
  loseFields(layout, node, values, report);
  loseForeignExtras(layout.dialect, node, report);
  const extras = node.extras?.[layout.dialect];
  const byDefault = extras === undefined ? report.fast.defaultLayout?.writeDefaultValues(layout, values) : undefined;
  return byDefault ?? writeLayout(layout, { values, extras: extras ?? NO_EXTRAS }, report.fast);
}

/** Reports that a whole node is left out. */
export function loseNode(node: Provenance, feature: string, report: Report, detail?: Json): undefined {
  nodeReport(node, report).lose("part", detail === undefined ? { feature } : { feature, detail });
}

/** Reports a canonical field that the target cannot express. */
export function loseField(node: Provenance, field: CanonicalField, report: Report, note?: LossNote): undefined {
  fieldReport(node, field, report).loseField(levelOf(field), note);
}

const NO_EXTRAS: JsonObject = {};

// One loop finds out that there is nothing to report, as for nearly every node.
function loseFields(layout: Layout, node: Provenance, values: Readonly<Record<string, unknown>>, report: Report): void {
  const fields = node as Readonly<Record<string, unknown>>;
  let unplaced = false;
  for (const field in fields) {
    if (field === "type" || field === "origin" || fields[field] === undefined || layout.unreported.has(field)) continue;
    const value = values[field];
    if (value === undefined) loseNamed(node, field, report);
    else if (typeof value !== "symbol") unplaced ||= !layout.fields.has(field);
  }
  if (unplaced) loseUnplaced(layout, node, values, report);
}

// Reports the fields for which the codec gives a value, although the layout has no place for them.
function loseUnplaced(
  layout: Layout,
  node: Provenance,
  values: Readonly<Record<string, unknown>>,
  report: Report,
): void {
  const fields = node as Readonly<Record<string, unknown>>;
  for (const field in values) {
    if (layout.unreported.has(field) || layout.fields.has(field) || typeof values[field] === "symbol") continue;
    if (fields[field] !== undefined && values[field] !== undefined) loseNamed(node, field, report);
  }
}

// For fields whose names are known at run time only.
function loseNamed(node: Provenance, field: string, report: Report): void {
  fieldReport(node, field, report).loseField(fieldLevel(field));
}
