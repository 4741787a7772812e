import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { nodeReport } from "./node.ts";

/**
 * Tells what was said after a call, and what was thought after either, where messages have a field for what was thought,
 * one for what is said and another for the calls.
 */
export function tellOrder(parts: readonly Part[], report: Report): void {
  let said = false;
  let called = false;
  for (const part of parts) {
    if (part.type === "text" && called) nodeReport(part, report).change("text-after-call");
    else if (part.type === "reasoning" && said) nodeReport(part, report).change("thought-after-text");
    called ||= part.type === "call";
    said ||= part.type !== "reasoning";
  }
}
