import type { Citation } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { fieldReport } from "../node.ts";

/** For which words of a text a source is: for all where it does not say, or names none, as some servers do. */
export function citationSpan(citation: Citation, length: number, report: Report): { start: number; end: number } {
  const { start = 0, end = length } = citation;
  if (end > start || length === 0) return { start, end };
  fieldReport(citation, "end", report).change("default-layout");
  return { start: 0, end: length };
}
