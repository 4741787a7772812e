import type { ChatQuirk } from "../quirk.ts";

/**
 * Perplexity's error for a prompt that is too long: https://github.com/symfony/ai/tree/main/src/platform/src/Bridge/Perplexity/Transport.
 * Its sources are beside the choices: https://github.com/api-evangelist/perplexity/blob/main/json-schema/perplexity-completionresponse-schema.json
 */
export const perplexity: ChatQuirk = {
  overflowCodes: ["too_many_prompt_tokens"],
  responseContent: ["citations", "search_results", "images", "related_questions"],
};
