import { text } from "../../mapping/field-mapping.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import { errorObject } from "../chat/errors.ts";
import { type ChatFacts, chatFacts, reasoningFields } from "../chat/facts.ts";
import * as tools from "./tools.ts";

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
  declaredTools: new DeclaredToolsCodec(tools),
  allowedTools: true,
  usageAlways: false,
  errorObject,
  settings: { thinking: text("/thinking/type"), cacheRetention: text("/prompt_cache_retention") },
});
