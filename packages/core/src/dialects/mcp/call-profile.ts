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
  structuredResults: "all",
  resultMedia: new Set(["image", "audio", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};

export const callProfile: CallProfile = {
  /** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  toolFields: new Set(["title", "annotations", "outputSchema", "icons", "meta"]),
  conversation,
};
