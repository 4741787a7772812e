import type { CallRules, ConversationProfile } from "../../model/conversation-profile.ts";
import { CALL_WRAPPER } from "./call-wrapper.ts";

/** What differs between the dialects of the family. */
type OwnField = keyof CallRules | "plainReasoning" | "allowedTools" | "models";

/** What the conversations of the whole family have in common. */
export const chatConversation: Omit<ConversationProfile, OwnField> = {
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  endMark: "data: [DONE]\n\n",
  errorFields: { "/error/message": "string" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  looseFormats: true,
  withheld: true,
  callWrapper: CALL_WRAPPER,
};
