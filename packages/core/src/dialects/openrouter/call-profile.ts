import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  endMark: "data: [DONE]\n\n",
  errorFields: { "/error/message": "string" },
  /** https://openrouter.ai/docs/api/reference/errors-and-debugging */
  filledErrorFields: { "/error/code": "number" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: true,
  /** In the `reasoning_details` of the message, by the ids of the calls. */
  signedCalls: "in-message",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  looseFormats: true,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: [],
  /** https://openrouter.ai/docs/features/provider-routing#requiring-providers-to-support-all-parameters */
  dropsRefused: true,
};

export const callProfile: CallProfile = {
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "cacheControl", "deferLoading"]),
  conversation,
};
