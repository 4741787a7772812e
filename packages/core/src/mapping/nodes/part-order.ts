import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { nodeReport } from "../node.ts";

/**
 * Tells what was said after a call, and what was thought after either, where messages have a field for what was thought,
 * one for what is said and another for the calls.
 */
export function reportPartOrder(parts: readonly Part[], report: Report): void {
  let said = false;
  let called = false;
  for (const part of parts) {
    if (part.type === "text" && called) nodeReport(part, report).change("text-after-call");
    else if (part.type === "reasoning" && said) nodeReport(part, report).change("reasoning-after-text");
    called ||= part.type === "call";
    said ||= part.type !== "reasoning";
  }
}

/** The same for parts that come one after the other; the texts are one, and so are the thoughts where they are joined. */
export class StreamOrder {
  private readonly report: Report;
  private readonly joinsThoughts: boolean;
  private readonly opened = new Set<string>();

  constructor(report: Report, joinsThoughts: boolean) {
    this.report = report;
    this.joinsThoughts = joinsThoughts;
  }

  open(type: string): void {
    const { opened, report } = this;
    const joins = type === "text" || (type === "reasoning" && this.joinsThoughts);
    if (joins && opened.has(type)) report.change("joined-text");
    if (type === "text" && opened.has("call")) report.change("text-after-call");
    if (type === "reasoning" && opened.size > (opened.has(type) ? 1 : 0)) report.change("reasoning-after-text");
    opened.add(type);
  }
}
