import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { nodeReport } from "../provenance.ts";

/** Messages that end with the model's, with one of the user's after it, for models that do not continue what they have begun. */
export function withContinuation(messages: readonly Message[], last: Message, report: Report): Message[] {
  nodeReport(last, report).change("continued");
  return [...messages, { role: "user", parts: [{ type: "text", text: "(Continue.)" }], plain: true }];
}
