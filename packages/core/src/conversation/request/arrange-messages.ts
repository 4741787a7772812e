// The order of messages that a target requires. Each step is a pass over the messages, in a file of its own.

import { replaceInSteps } from "../../mapping/lists/replace-in-steps.ts";
import type { CallRules, ConversationProfile } from "../../model/conversation-profile.ts";
import type { Message } from "../../model/message.ts";
import type { IdRule } from "../../model/name-rule.ts";
import type { ResultPart } from "../../model/part.ts";
import type { Eventually } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import { after } from "../../steps.ts";
import { withoutEmptyMessages, withoutEmptyText } from "./empty-content.ts";
import { nativeParts, withNativeParts } from "./opaque-parts.ts";
import { pairResults } from "./pair-results.ts";
import { showResultMedia } from "./result-media.ts";
import { placeSystemMessages } from "./system-messages.ts";
import { joinResultsWithUser, startWithUser } from "./user-turns.ts";

/** What a target requires of results that stand alone. */
interface ResultOptions {
  readonly dialect: string;
  readonly profile: CallRules;
}

/** What a target requires of the messages of a conversation. */
export interface ArrangeOptions extends ResultOptions {
  readonly profile: ConversationProfile;
  readonly callIds: IdRule;
  /** The model takes system messages after the user's. */
  readonly midSystem: boolean;
}

/**
 * Puts the messages of another dialect in the order that a target requires: results right after their calls, in messages of
 * their own or at the head of the user's turn, system messages where the target takes them, and no empty messages.
 */
export function arrangeMessages(
  messages: readonly Message[],
  options: ArrangeOptions,
  report: Report,
): Eventually<readonly Message[]> {
  const { profile } = options;
  const replace = (list: readonly Message[], each: (message: Message) => Message | readonly Message[]) =>
    replaceInSteps(list, each, report.ledger.budget);
  const dropEmptyText = (list: readonly Message[]) =>
    profile.emptyText ? list : replace(list, (message) => withoutEmptyText(message, report));
  const showMedia = (message: Message) =>
    message.role === "tool" ? showResultMedia(message, profile, report) : message;
  const native = replace(withoutEmptyMessages(messages), (message) => withNativeParts(message, options, report));
  // An empty text must not separate a call from its result.
  const paired = after(after(native, dropEmptyText), (list) => pairResults(list, options.callIds, report));
  const shown = after(
    after(paired, (list) => replace(list, showMedia)),
    dropEmptyText,
  );
  return after(shown, (list) => {
    const placed = placeSystemMessages(list, options, report);
    const joined = profile.resultsInUserTurn ? joinResultsWithUser(placed, report) : placed;
    return profile.startsWithUser ? startWithUser(joined, report) : joined;
  });
}

/** The messages of results that stand alone, with the media that a result cannot hold in a user message after them. */
export function arrangeResults(results: readonly ResultPart[], options: ResultOptions, report: Report): Message[] {
  if (results.length === 0) return [];
  const parts = nativeParts(results, options, report);
  return [showResultMedia({ role: "tool", parts }, options.profile, report)].flat();
}
