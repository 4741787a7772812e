import type { ChatQuirk } from "../quirk.ts";

/**
 * Azure OpenAI leaves out the message of a choice that its content filter blocks, and says what the filter found:
 * https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
 */
export const azure: ChatQuirk = { omitsMessage: ["filter"], choiceMetadata: ["content_filter_results"] };
