import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "toolu_", marked: true, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 128 },
  messages: true,
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  errorFields: { "/type": "string", "/error/type": "string", "/error/message": "string" },
  answerModel: ["/model", "/message/model"],
  resultsInUserTurn: true,
  system: "by-model",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  signedCalls: false,
  resultMedia: new Set(["image", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  /** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn */
  pausedTurnField: "messages",
  models: [],
};

export const callProfile: CallProfile = {
  /** The API takes 128; tool references and the documentation say 64. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set([
    "strict",
    "cacheControl",
    "deferLoading",
    "allowedCallers",
    "inputExamples",
    "eagerInputStreaming",
  ]),
  conversation,
};
