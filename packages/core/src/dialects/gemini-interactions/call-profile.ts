import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, minLength: 1, maxLength: 128 },
  messages: true,
  framing: "sse",
  repeatedLists: ["tools", "input"],
  endMark: "event: done\ndata: [DONE]\n\n",
  errorFields: { "/error/message": "string", "/error/code": "string" },
  failedAnswerFields: { "/status": "string", "/errors/0/message": "string" },
  answerModel: ["/model", "/interaction/model"],
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  signedCalls: false,
  namedResults: true,
  structuredResults: "without-content",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "functions",
  withheld: false,
  models: [],
};

export const callProfile: CallProfile = {
  /** The API takes 128 characters and colons; these are what older deployments take too. */
  toolNames: { characters: "a-zA-Z0-9_.-", first: "a-zA-Z_", maxLength: 64 },
  toolFields: new Set(),
  conversation,
};
