import { relevantFacts } from "../../facts/relevant.ts";
import { nodeReport } from "../../mapping/node.ts";
import { withContinuation } from "../../mapping/nodes/continued.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";

/** Newer models refuse prefilled assistant messages, and all models do with structured outputs. */
export function endWithUser(
  messages: readonly Message[],
  request: CanonicalRequest,
  report: Report,
): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return messages;
  if (relevantFacts(request.model).prefill === true && request.formatType !== "schema")
    return [...messages.slice(0, -1), withoutTrailingSpace(last, report)];
  return withContinuation(messages, last, report);
}

// "final assistant content cannot end with trailing whitespace"
function withoutTrailingSpace(message: Message, report: Report): Message {
  const last = message.parts.at(-1);
  if (last?.type !== "text" || last.text === last.text.trimEnd()) return message;
  nodeReport(last, report).change("trailing-space");
  return { ...message, parts: [...message.parts.slice(0, -1), { ...last, text: last.text.trimEnd() }] };
}
