// Opaque parts are blocks that one dialect alone has, such as the result of its code execution. They are kept as they
// are for that dialect, and are a loss, or a text, for the others.

import type { OpaquePart, TextPart } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { loseNode } from "../node.ts";
import { nodeReport } from "../provenance.ts";

/** Reads a block that only its own dialect has. */
export function readOpaque(dialect: string, wire: JsonObject, feature: string, report: Report): OpaquePart {
  return { type: "opaque", feature, wire, origin: { dialect, place: report.place, fields: {} } };
}

/** Writes such a block unchanged for its own dialect; a loss for any other. */
export function writeOpaque(dialect: string, part: OpaquePart, report: Report): JsonObject | undefined {
  return part.origin?.dialect === dialect ? part.wire : loseNode(part, part.feature, report);
}

/** Such a block as its text, with a loss; nothing if it has none. */
export function describeOpaque(part: OpaquePart, report: Report): TextPart | [] {
  const { text, feature, origin, cacheControl } = part;
  nodeReport(part, report).lose("part", { feature, action: text === undefined ? "dropped" : "described" });
  if (text === undefined) return [];
  const mark = cacheControl === undefined ? {} : { cacheControl };
  return { type: "text", text, ...mark, ...(origin === undefined ? {} : { origin }) };
}
