import { NONE, writeValues } from "../fast/default-layout.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";
import type { Report } from "../report.ts";
import { isEmptyValue, loseForeignExtras } from "./foreign-extras.ts";
import type { Layout } from "./layout.ts";
import { fieldReport, nodeReport } from "./provenance.ts";
import { readLayout } from "./read.ts";
import { writeLayout } from "./write.ts";

export { fieldReport, isEmptyValue, loseForeignExtras, nodeReport };

/** What a form found in a piece of a conversation, and what the piece remembers of where it stood. */
export interface NodeReading {
  readonly values: Readonly<Record<string, Json>>;
  readonly provenance: Provenance;
}

/** Takes a piece of a conversation apart: canonical fields by the form's rules, all else kept for its own dialect. */
export function readNode(form: Layout, wire: JsonObject, report: Report): NodeReading {
  const { values, fields, extras } = readLayout(form, wire);
  const origin = { dialect: form.dialect, place: report.place, fields };
  if (extras === NONE || Object.keys(extras).length === 0) return { values, provenance: { origin } };
  return { values, provenance: { origin, extras: { [form.dialect]: extras } } };
}

/**
 * What a piece remembers whose wire form is the usual one, as `readNode` would say. Most of a long conversation is of a few
 * such forms, each with so many keys and no more, which its codec knows at a glance.
 */
export function defaultNode(form: Layout, report: Report): Provenance {
  return {
    origin: { dialect: form.dialect, place: report.place, fields: form.defaultLayout.fields },
    extras: undefined,
  };
}

/** How many keys an object has. */
export function keyCount(wire: JsonObject): number {
  let count = 0;
  // Faster than a list of them; an inherited key could only make it a piece that is looked at more closely.
  for (const _ in wire) count++;
  return count;
}

/**
 * Puts a piece of a conversation together. `values` is what is written; every other field of the node that it does not name
 * and that the form has no place for is reported, and so is all that only another dialect knows of the node.
 */
export function writeNode(
  form: Layout,
  node: Provenance,
  values: Readonly<Record<string, unknown>>,
  report: Report,
): JsonObject {
  loseFields(form, node, values, report);
  if (node.extras === undefined) return writeValues(form.defaultLayout, values);
  loseForeignExtras(form.dialect, node, report);
  return writeLayout(form, values, node.extras[form.dialect] ?? NOTHING);
}

/** Reports that a whole node is left out. */
export function loseNode(node: Provenance, feature: string, report: Report, detail?: Json): undefined {
  nodeReport(node, report).lose("part", detail === undefined ? { feature } : { feature, detail });
}

/** Reports a canonical field that cannot be said. */
export function loseField(node: Provenance, field: string, report: Report): undefined {
  fieldReport(node, field, report).lose("field");
}

const NOTHING: JsonObject = {};

// One loop over the node's own fields, because nearly every node has nothing to report.
function loseFields(form: Layout, node: Provenance, values: Readonly<Record<string, unknown>>, report: Report): void {
  const fields = node as Readonly<Record<string, unknown>>;
  let hasUnruled = false;
  for (const field in fields) {
    if (field === "type" || field === "origin" || fields[field] === undefined || form.unreported.has(field)) continue;
    if (values[field] !== undefined) hasUnruled ||= !form.fields.has(field);
    else if (!(field in values)) loseField(node, field, report);
  }
  if (hasUnruled) loseUnruled(form, node, values, report);
}

function loseUnruled(form: Layout, node: Provenance, values: Readonly<Record<string, unknown>>, report: Report): void {
  const fields = node as Readonly<Record<string, unknown>>;
  for (const field in values) {
    if (form.unreported.has(field) || form.fields.has(field)) continue;
    if (fields[field] !== undefined && values[field] !== undefined) loseField(node, field, report);
  }
}
