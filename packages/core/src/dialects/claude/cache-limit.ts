import { fieldReport } from "../../mapping/node.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** How many cache breakpoints a request may have: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
const MAX_BREAKPOINTS = 4;

/** Keeps the last cache breakpoints of messages within the limit: later ones cover what earlier ones do. */
export function withinCacheLimit(
  { messages, cacheControl, tools }: CanonicalRequest,
  report: Report,
): readonly Message[] {
  const elsewhere = tools?.drafts.filter(({ tool }) => tool.type === "function" && tool.cacheControl).length ?? 0;
  const marks = new CacheBreakpoints(MAX_BREAKPOINTS - elsewhere - (cacheControl === undefined ? 0 : 1), report);
  return marks.needed(messages)
    ? messages
        .toReversed()
        .map((message) => marks.message(message))
        .toReversed()
    : messages;
}

class CacheBreakpoints {
  private left: number;
  private readonly report: Report;

  constructor(left: number, report: Report) {
    this.left = left;
    this.report = report;
  }

  needed(messages: readonly Message[]): boolean {
    return messages.reduce((sum, { parts }) => sum + count(parts), 0) > this.left;
  }

  message(message: Message): Message {
    return count(message.parts) === 0 ? message : { ...message, parts: this.parts(message.parts) };
  }

  private parts(parts: readonly Part[]): Part[] {
    return parts
      .toReversed()
      .map((part) => this.part(part))
      .toReversed();
  }

  private part(part: Part): Part {
    const own =
      "cacheControl" in part && part.cacheControl !== undefined && this.left-- <= 0 ? this.without(part) : part;
    return own.type === "result" ? { ...own, parts: this.parts(own.parts) } : own;
  }

  private without(part: Part): Part {
    fieldReport(part, "cacheControl", this.report).lose("cache-marks", { feature: "cache_control" });
    const { cacheControl, ...rest } = part as Part & { cacheControl?: unknown };
    return rest as Part;
  }
}

function count(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    const own = "cacheControl" in part && part.cacheControl !== undefined ? 1 : 0;
    return sum + own + (part.type === "result" ? count(part.parts) : 0);
  }, 0);
}
