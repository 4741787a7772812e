import type { ChatQuirk } from "../quirk.ts";

/**
 * Azure OpenAI leaves out the message of a choice that its content filter blocks:
 * https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
 */
export const azure: ChatQuirk = { omitsMessage: ["filter"] };
