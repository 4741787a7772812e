// System messages in the middle of a conversation, which most targets take at its start alone.

import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { nodeReport } from "../../mapping/provenance.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { Report } from "../../report.ts";

/** Where a target takes system messages. */
export interface SystemOptions {
  readonly profile: ConversationProfile;
  /** The model takes system messages after the user's. */
  readonly midSystem: boolean;
}

/** Messages in which a system message that the target does not take at its place is one of the user's. */
export function placeSystemMessages(
  messages: readonly Message[],
  { profile, midSystem }: SystemOptions,
  report: Report,
): readonly Message[] {
  if (profile.system === "anywhere") return messages;
  const first = messages.findIndex((message) => !isSystem(message));
  return replaceItems(messages, (message, index) => {
    if (!isSystem(message) || index < first || first < 0) return message;
    const nextRole = messages[index + 1]?.role ?? "assistant";
    if (midSystem && isUser(messages[index - 1]) && nextRole === "assistant") return message;
    nodeReport(message, report).lose("system-message", { feature: message.role, action: "weakened" });
    return systemAsUser(message);
  });
}

export function isSystem({ role }: Message): boolean {
  return role === "system" || role === "developer";
}

/** A system message as one of the user's, with its text in `<system>` tags. */
export function systemAsUser(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.type === "text" ? { ...part, text: `<system>\n${part.text}\n</system>` } : part,
  );
  return { ...message, role: "user", parts };
}

function isUser(message: Message | undefined): boolean {
  return message?.role === "user" || message?.role === "tool";
}
