import type { CallRules, ConversationProfile } from "../model/conversation-profile.ts";

/** The calls of a dialect that describes and runs tools, but has no messages. */
export const callsWithoutMessages: CallRules = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: false,
  signedCalls: false,
  resultMedia: new Set(["image", "audio", "file"]),
  customTools: false,
};

/** The conversation of such a dialect. */
export const withoutMessages: Omit<ConversationProfile, keyof CallRules> = {
  framing: "ndjson",
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  looseFormats: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};
