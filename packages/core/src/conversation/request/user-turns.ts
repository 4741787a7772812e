// Dialects without a role for tools have results in user messages, and some want the first message to be the user's.

import { joinMessages } from "../../mapping/nodes/join-messages.ts";
import { copyMessage } from "../../mapping/nodes/parts.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";
import { isSystem } from "./system-messages.ts";

/** Messages in which results stand at the head of the user message that follows them. */
export function joinResultsWithUser(messages: readonly Message[], report: Report): Message[] {
  const joined: Message[] = [];
  let followsResults = false;
  for (const message of messages) {
    const last = joined.at(-1);
    if (followsResults && last !== undefined && message.role === "user")
      joined[joined.length - 1] = joinTurn(last, message, report);
    else joined.push(message.role === "tool" ? copyMessage(message, message.parts, "user") : message);
    followsResults = message.role === "tool";
  }
  return joined;
}

/** Messages that begin with the user's, where the target requires it. */
export function startWithUser(messages: readonly Message[], report: Report): readonly Message[] {
  const first = messages.findIndex((message) => !isSystem(message));
  const opening = messages[first];
  if (opening !== undefined && opening.role !== "assistant") return messages;
  // Where there are only system messages, the last of them is what the user's follows.
  const beside = opening ?? messages.at(-1);
  (beside === undefined ? report : nodeReport(beside, report)).change("missing-user-turn");
  const user: Message = { role: "user", parts: [{ type: "text", text: CONTINUED }], plain: true };
  return first < 0 ? [...messages, user] : [...messages.slice(0, first), user, ...messages.slice(first)];
}

/** The user message of a conversation that begins without one. */
const CONTINUED = "(The conversation goes on.)";

function joinTurn(results: Message, message: Message, report: Report): Message {
  // Beside results, a single text cannot be distinguished from a list of one.
  if (message.plain === false && message.parts.length === 1) nodeReport(message, report).change("default-layout");
  const joined = joinMessages(results, message, report);
  const { origin = joined.origin } = message;
  return copyMessage({ ...joined, origin }, joined.parts);
}
