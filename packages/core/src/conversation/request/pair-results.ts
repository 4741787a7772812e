// Calls and their results: see `call-ledger.ts`.

import { replaceInSteps } from "../../mapping/lists/replace-in-steps.ts";
import { copyMessage } from "../../mapping/nodes/parts.ts";
import type { Message } from "../../model/message.ts";
import type { IdRule } from "../../model/name-rule.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { CallLedger } from "./call-ledger.ts";
import { mergeCallers } from "./merge-callers.ts";

/**
 * Gives every call a unique id and one result right after it: missing ids are derived, results are moved up to their
 * calls, calls without a result get one that says so, and a result without a call becomes a text.
 */
export function pairResults(messages: readonly Message[], ids: IdRule, report: Report): Eventually<readonly Message[]> {
  if (!messages.some(hasCallsOrResults)) return messages;
  if (messages.every(isFragment)) return messages.map(asResults);
  const { budget } = report.ledger;
  const ledger = new CallLedger(ids, report);
  const opened = replaceInSteps(messages, (message) => ledger.openCalls(message), budget);
  return after(opened, (identified) => {
    ledger.answer(identified);
    const called = mergeCallers(identified, report);
    return replaceInSteps(called, (message, index) => ledger.settle(message, called[index + 1]), budget);
  });
}

// Results alone answer the calls of a response that the provider has stored.
function isFragment({ role, parts }: Message): boolean {
  return role === "system" || role === "developer" || parts.every(({ type }) => type === "result");
}

function asResults(message: Message): Message {
  return message.role === "user" ? copyMessage(message, message.parts, "tool") : message;
}

function hasCallsOrResults({ parts }: Message): boolean {
  return parts.some(({ type }) => type === "call" || type === "result");
}
