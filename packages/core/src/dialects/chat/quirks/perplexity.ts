import type { ChatQuirk } from "../quirk.ts";

/** Perplexity's error for a prompt that is too long: https://github.com/symfony/ai/tree/main/src/platform/src/Bridge/Perplexity */
export const perplexity: ChatQuirk = { overflowCodes: ["too_many_prompt_tokens"] };
