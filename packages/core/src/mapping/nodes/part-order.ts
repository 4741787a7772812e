// Chat Completions and its relatives have one field for text, one for reasoning and one for calls. The order in which a
// model has produced them is not part of such a message.

import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { nodeReport } from "../node.ts";

/**
 * Reports text after a call, and reasoning after either, for dialects whose messages have one field for reasoning, one for text
 * and one for calls.
 */
export function reportPartOrder(parts: readonly Part[], report: Report): void {
  let hasText = false;
  let called = false;
  for (const part of parts) {
    if (part.type === "text" && called) nodeReport(part, report).change("text-after-call");
    else if (part.type === "reasoning" && hasText) nodeReport(part, report).change("reasoning-after-text");
    called ||= part.type === "call";
    hasText ||= part.type !== "reasoning";
  }
}

/** The same for a stream, whose parts are opened one after the other. `joinsReasoning`: all reasoning is one text in the target. */
export class StreamOrder {
  private readonly report: Report;
  private readonly joinsReasoning: boolean;
  private readonly opened = new Set<string>();

  constructor(report: Report, joinsReasoning: boolean) {
    this.report = report;
    this.joinsReasoning = joinsReasoning;
  }

  open(type: string): void {
    const { opened, report } = this;
    const joins = type === "text" || (type === "reasoning" && this.joinsReasoning);
    if (joins && opened.has(type)) report.change("joined-text");
    if (type === "text" && opened.has("call")) report.change("text-after-call");
    if (type === "reasoning" && opened.size > (opened.has(type) ? 1 : 0)) report.change("reasoning-after-text");
    opened.add(type);
  }
}
