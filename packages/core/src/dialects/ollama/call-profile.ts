import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: true,
  framing: "ndjson",
  repeatedLists: ["tools", "messages"],
  errorFields: { "/error": "string" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: true,
  optionalCallIds: true,
  signedCalls: false,
  namedResults: true,
  resultMedia: new Set(["image"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: false,
  models: [],
};

export const callProfile: CallProfile = {
  /** The server has no rule; these are the names that models were trained on. */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  toolFields: new Set(),
  conversation,
};
