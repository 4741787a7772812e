import type { ConversationProfile, ModelRule } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { chatConversation } from "../chat/conversation.ts";
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
  ...chatConversation,
  /** Schema `Error`: https://github.com/openai/openai-openapi. llama.cpp, vLLM and Perplexity repeat the status as `code`. */
  filledErrorFields: { "/error/type": "string", "/error/param": "string or null", "/error/code": "string or null" },
  frameErrorFields: { "/error/message": "string", "/error/type": "string" },
  plainReasoning: false,
  extraContent: true,
  allowedTools: "all",
  /** https://platform.openai.com/docs/guides/prompt-caching */
  caching: { keyField: "prompt_cache_key" },
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
