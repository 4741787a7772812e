import type { ConversationProfile, ModelRule } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";
import { QUIRKS } from "../chat/quirks/index.ts";

/** OpenAI's own models: its Chat API hides their reasoning. The open ones are served by others, who show it. */
const OPENAI = /^(?:openai\/)?(?:gpt-(?!oss)|chatgpt|o\d)/;

const MODELS: readonly ModelRule[] = [
  /** https://developers.openai.com/api/docs/guides/reasoning */
  { model: OPENAI, returnReasoning: "never" },
  ...QUIRKS.flatMap(({ models = [] }) => models),
];

const conversation: ConversationProfile = {
  /** The classic endpoint takes 40 characters; newer ones take more. */
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 40 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  endMark: "data: [DONE]\n\n",
  errorFields: { "/error/message": "string" },
  /** Schema `Error`: https://github.com/openai/openai-openapi. llama.cpp, vLLM and Perplexity repeat the status as `code`. */
  filledErrorFields: { "/error/type": "string", "/error/param": "string or null", "/error/code": "string or null" },
  frameErrorFields: { "/error/message": "string", "/error/type": "string" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: true,
  extraContent: true,
  resultMedia: new Set(),
  looseFormats: true,
  customTools: true,
  allowedTools: "all",
  /** https://platform.openai.com/docs/guides/prompt-caching */
  caching: { keyField: "prompt_cache_key" },
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: MODELS,
};

export const callProfile: CallProfile = {
  /** https://developers.openai.com/api/reference: FunctionDefinition.name */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict"]),
  conversation,
};
