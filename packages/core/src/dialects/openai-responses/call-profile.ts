import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";

const conversation: ConversationProfile = {
  /** Of `call_id`; ids of items are made by the server. */
  callIds: { prefix: "fc_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, minLength: 1, maxLength: 64 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "input"],
  errorFields: { "/error/message": "string", "/error/type": "string" },
  /** Schema `Error`: https://github.com/openai/openai-openapi. llama.cpp and vLLM repeat the status as `code`. */
  filledErrorFields: { "/error/param": "string or null", "/error/code": "string or null" },
  frameErrorFields: { "/type": "string" },
  failedAnswerFields: { "/status": "string", "/error/code": "string", "/error/message": "string" },
  answerModel: ["/model", "/response/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: false,
  structuredResults: "without-content",
  resultMedia: new Set(["image", "file"]),
  looseFormats: true,
  customTools: true,
  allowedTools: "all",
  /** https://platform.openai.com/docs/guides/prompt-caching */
  caching: { keyField: "prompt_cache_key" },
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: [],
};

export const callProfile: CallProfile = {
  /** 128 in a namespace, 64 everywhere else. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "outputSchema", "deferLoading", "allowedCallers", "namespace"]),
  conversation,
};
