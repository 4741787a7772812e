import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { nodeReport } from "./node.ts";

/** Tells what was said after a call, where messages have a field for what is said and another for the calls. */
export function tellOrder(parts: readonly Part[], report: Report): void {
  const first = parts.findIndex(({ type }) => type === "call");
  if (first < 0) return;
  for (let index = first + 1; index < parts.length; index++) {
    const part = parts[index];
    if (part?.type === "text") nodeReport(part, report).change("text-after-call");
  }
}
