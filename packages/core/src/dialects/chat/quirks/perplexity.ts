import type { ChatQuirk } from "../quirk.ts";

/** Perplexity, as seen in recorded traffic: https://docs.perplexity.ai/api-reference/chat-completions-post */
export const perplexity: ChatQuirk = { overflowCodes: ["too_many_prompt_tokens"] };
