import { count, flag, object, text } from "../../mapping/field-mapping.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import { type ChatFacts, chatFacts, reasoningFields } from "../chat/facts.ts";
import { errorObject } from "./envelope.ts";
import * as tools from "./tools.ts";

/** What OpenRouter adds to Chat Completions: https://openrouter.ai/docs/api-reference/chat-completion */
export const facts: ChatFacts = chatFacts({
  dialect: "openrouter",
  reasoning: reasoningFields("/reasoning"),
  reasoningDetails: "/reasoning_details",
  cacheControl: true,
  mediaBreakpoints: false,
  citationQuotes: true,
  videoAndFileUrls: true,
  unsupported: ["candidates", "store", "verbosity"],
  customTools: false,
  declaredTools: new DeclaredToolsCodec(tools),
  allowedTools: false,
  hostedChoice: { "web-search": "openrouter:web_search" },
  usageAlways: true,
  errorObject,
  errorFinish: "error",
  settings: {
    effort: text("/reasoning/effort", "/reasoning_effort"),
    thinking: flag("/reasoning/enabled"),
    thinkingBudget: count("/reasoning/max_tokens"),
    includeThoughts: flag("/reasoning/exclude"),
    reasoningSummary: text("/reasoning/summary"),
    topK: count("/top_k"),
    minP: count("/min_p"),
    repetitionPenalty: count("/repetition_penalty"),
    cacheControl: object("/cache_control"),
    user: text("/user", "/safety_identifier"),
  },
});
