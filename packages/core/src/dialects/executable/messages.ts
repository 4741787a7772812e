import { nodeReport } from "../../mapping/node.ts";
import type { Json } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";

export function decode(_wire: readonly Json[], report: Report): Message[] {
  return report.fail("unsupported", "an executable knows its schema, its arguments and its result, but no messages");
}

export function encode(messages: readonly Message[], report: Report): Json[] {
  for (const message of messages) nodeReport(message, report).lose("unsupported", { feature: "message" });
  return [];
}
