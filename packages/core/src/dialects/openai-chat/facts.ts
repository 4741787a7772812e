import { text } from "../../mapping/field-mapping.ts";
import { errorObject } from "../chat/errors.ts";
import { type ChatFacts, chatFacts } from "../chat/facts.ts";

/** What Chat Completions has of what its family differs in. Thoughts go where the servers that show them have put them. */
export const facts: ChatFacts = chatFacts({
  dialect: "openai-chat",
  reasoning: ["/reasoning_content", "/reasoning", "/reasoning_text", "/thinking"],
  cacheControl: false,
  mediaBreakpoints: true,
  fileStore: "openai",
  citationQuotes: false,
  videoAndFileUrls: false,
  customTools: true,
  allowedTools: true,
  usageAlways: false,
  errorObject,
  settings: { thinking: text("/thinking/type"), cacheRetention: text("/prompt_cache_retention") },
});
