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
  searchResults: true,
  resultMedia: new Set(["image", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  /** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn */
  pausedTurnField: "messages",
  models: [],
  /** https://platform.claude.com/docs/en/build-with-claude/prompt-caching: at most four marks, on no thinking, no empty text and no deferred tool */
  caching: {
    marks: {
      tools: ["tools"],
      system: ["system"],
      messages: ["messages"],
      form: { type: "field", name: "cache_control", value: { type: "ephemeral" } },
      unmarkable: [
        { type: "thinking" },
        { type: "redacted_thinking" },
        { type: "text", text: "" },
        { defer_loading: true },
      ],
      textBlock: { type: "text" },
      minTokens: 1024,
    },
  },
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
