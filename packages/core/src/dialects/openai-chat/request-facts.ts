import { text } from "../../mapping/field-mapping.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import { type ChatRequestFacts, chatRequestFacts } from "../chat/request-facts.ts";
import { facts } from "./facts.ts";
import * as tools from "./tools.ts";

/** https://platform.openai.com/docs/api-reference/chat/create */
export const requestFacts: ChatRequestFacts = chatRequestFacts(facts, {
  declaredTools: new DeclaredToolsCodec(tools),
  allowedTools: true,
  settings: { thinking: text("/thinking/type"), cacheRetention: text("/prompt_cache_retention") },
});
