import type { ConversationProfile, ModelRule } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";
import { QUIRKS } from "../chat/quirks/index.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

/** OpenAI's own models: its Chat API hides their reasoning. The open ones are served by others, who show it. */
const OPENAI = /^(?:openai\/)?(?:gpt-(?!oss)|chatgpt|o\d)/;

const MODELS: readonly ModelRule[] = [
  /** https://developers.openai.com/api/docs/guides/reasoning */
  { model: OPENAI, returnReasoning: "never" },
  ...QUIRKS.flatMap(({ models = [] }) => models),
];

const conversation: ConversationProfile = {
  ...callProfile.conversation,
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
  extraContent: true,
  looseFormats: true,
  allowedTools: "all",
  /** https://platform.openai.com/docs/guides/prompt-caching */
  caching: { keyField: "prompt_cache_key" },
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: MODELS,
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native: nonStrictSchema,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: strictSchema,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {},
};
