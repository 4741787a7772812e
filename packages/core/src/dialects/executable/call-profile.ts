import type { CallProfile, ConversationProfile } from "../../model/profile.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: false,
  framing: "ndjson",
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: false,
  structuredResults: "successes",
  resultMedia: new Set(["image", "audio", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};

export const callProfile: CallProfile = {
  toolNames: { characters: "a-zA-Z0-9_", maxLength: 64 },
  toolFields: new Set(),
  conversation,
};
