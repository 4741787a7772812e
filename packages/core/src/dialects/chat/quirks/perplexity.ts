import type { ChatQuirk } from "../quirk.ts";

/**
 * Perplexity's error for a prompt that is too long: https://github.com/symfony/ai/tree/main/src/platform/src/Bridge/Perplexity.
 * Its sources are beside the choices: https://docs.perplexity.ai/api-reference/chat-completions-post
 */
export const perplexity: ChatQuirk = {
  overflowCodes: ["too_many_prompt_tokens"],
  responseContent: ["citations", "search_results", "images", "related_questions"],
};
