import type { ChatQuirk } from "../quirk.ts";

const MODELS = /(?:^|\/)deepseek-/i;
const V4 = /(?:^|\/)deepseek-(?:v4|flash|pro)/i;
const REASONER = /(?:^|\/)deepseek-(?:reasoner|r1)/i;

/**
 * DeepSeek supports neither `developer` messages nor media, and has its own fields for reasoning and the cache:
 * https://api-docs.deepseek.com/api/create-chat-completion
 */
export const deepseek: ChatQuirk = {
  reasoningFields: ["reasoning_content"],
  cacheRead: ["/prompt_cache_hit_tokens"],
  failedFinishReasons: { insufficient_system_resource: "overloaded" },
  models: [
    {
      model: MODELS,
      places: { maxTokens: "/max_tokens" },
      facts: { developer: false, media: false, thinkingField: true },
    },
    /** V4 requires its reasoning in the history of every turn: https://api-docs.deepseek.com/guides/thinking_mode */
    { model: V4, returnReasoning: "every-turn", unless: { thinking: ["off"] } },
    { model: V4, facts: { forcedWithThinking: false } },
    { model: REASONER, returnReasoning: "this-turn" },
  ],
};
