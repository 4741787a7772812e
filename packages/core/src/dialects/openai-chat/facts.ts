import { type ChatFacts, chatFacts, reasoningFields } from "../chat/facts.ts";

/** OpenAI hides its reasoning; compatible servers that show it do so in the field that DeepSeek introduced. */
export const facts: ChatFacts = chatFacts({
  dialect: "openai-chat",
  reasoning: reasoningFields("/reasoning_content"),
  cacheControl: false,
  mediaBreakpoints: true,
  fileStore: "openai",
  citationQuotes: false,
  videoAndFileUrls: false,
  customTools: true,
});
