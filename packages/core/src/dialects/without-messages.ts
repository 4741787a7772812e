import type { ConversationProfile } from "../model/conversation-profile.ts";

/** The conversation of a dialect that describes and runs tools, but has no messages. */
export const withoutMessages: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: false,
  framing: "ndjson",
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: false,
  resultMedia: new Set(["image", "audio", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};
