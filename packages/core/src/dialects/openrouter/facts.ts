import { type ChatFacts, chatFacts, reasoningFields } from "../chat/facts.ts";

/** What OpenRouter adds to Chat Completions: https://openrouter.ai/docs/api-reference/chat-completion */
export const facts: ChatFacts = chatFacts({
  dialect: "openrouter",
  reasoning: reasoningFields("/reasoning"),
  reasoningDetails: "/reasoning_details",
  cacheControl: true,
  mediaBreakpoints: false,
  citationQuotes: true,
  videoAndFileUrls: true,
  customTools: false,
});
