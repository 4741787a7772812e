// Where in the source a canonical node, or one of its fields, came from: losses and changes are reported at that place.

import type { Provenance } from "../model/node.ts";
import { Place } from "../place.ts";
import type { Report } from "../report.ts";

/** A report at the place of a canonical field in the source. */
export function fieldReport(node: Provenance, field: string, report: Report): Report {
  return report.on(fieldPlace(node, field));
}

/** The place of a canonical field in the source. */
export function fieldPlace({ origin }: Provenance, field: string): Place {
  if (origin === undefined) return Place.root.at(field);
  const elsewhere = origin.elsewhere?.[field];
  if (elsewhere !== undefined) return elsewhere;
  const pointer = origin.fields[field];
  return pointer === undefined ? origin.place.at(field) : origin.place.below(pointer);
}

/** A report at the place of a node in the source. */
export function nodeReport(node: Provenance, report: Report): Report {
  return report.on(node.origin?.place ?? Place.root);
}
