// In some dialects a citation has a span in the text, in others it is for all of the text that it stands in.

import type { Citation } from "../../model/content.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** The span of a text that a citation covers: all of it where the source gives no span, or an empty one. */
export function citationSpan(citation: Citation, length: number, report: Report): { start: number; end: number } {
  const { start = 0, end = length } = citation;
  if (end > start || length === 0) return { start, end };
  fieldReport(citation, "end", report).change("default-layout");
  return { start: 0, end: length };
}
