import { nativeTraffic } from "../../dialects/native.ts";
import type { Facts } from "../../facts/facts.ts";
import { relevantFacts } from "../../facts/relevant.ts";
import { replaceItems } from "../../mapping/lists/replace-items.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { Message } from "../../model/message.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import { asPlainUser, endWithUserTurn, withoutSystemMessages } from "../request/model-limits.ts";
import { isSystem } from "../request/system-messages.ts";
import { withDistinctCallIds } from "./distinct-call-ids.ts";

/** A request in the provider's own dialect, as its model takes it. */
export function fitOwnDialect(request: CanonicalRequest, provider: Dialect, report: Report): CanonicalRequest {
  const { conversation: profile } = provider.profile;
  const { distinctCallIds = false, forModel } = nativeTraffic(provider);
  const accepted = orderMessagesForModel(request.messages, { facts: relevantFacts(request.model), profile }, report);
  const messages = distinctCallIds ? withDistinctCallIds(accepted, profile.callIds, report) : accepted;
  const ordered = messages === request.messages ? request : copyRequest(request, { messages });
  return forModel?.(ordered, report) ?? ordered;
}

// In an order that the model takes; the same messages where they already are.
function orderMessagesForModel(
  messages: readonly Message[],
  { facts, profile }: { readonly facts: Facts; readonly profile: ConversationProfile },
  report: Report,
): readonly Message[] {
  const accepted = withoutSystemMessages(messages, facts, report);
  const placed = facts.midSystem === false ? withoutLateSystem(accepted, profile, report) : accepted;
  return endWithUserTurn(placed, facts, report);
}

function withoutLateSystem(
  messages: readonly Message[],
  { system }: ConversationProfile,
  report: Report,
): readonly Message[] {
  const first = messages.findIndex((message) => !isSystem(message));
  if (system === "anywhere" || first < 0) return messages;
  return replaceItems(messages, (message, index) => {
    if (!isSystem(message) || index < first) return message;
    const asUser = asPlainUser(message, report);
    // Where a model takes none there, roles alternate: what is not the client's own is joined to the message before.
    return system === "by-model" ? asUser : asUser.map(({ origin: _, ...rest }) => rest);
  });
}
