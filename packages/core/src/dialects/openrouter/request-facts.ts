import { count, flag, object, text } from "../../mapping/field-mapping.ts";
import { dropDefaultSettings } from "../../mapping/settings/default-settings.ts";
import { DeclaredToolsCodec } from "../../mapping/tools/declared-tools.ts";
import { type ChatRequestFacts, chatRequestFacts } from "../chat/request-facts.ts";
import { facts } from "./facts.ts";
import * as tools from "./tools.ts";

/** Settings that OpenRouter does not have. */
const LACKING = { candidates: undefined, store: undefined, verbosity: undefined };

/** What OpenRouter adds to requests: https://openrouter.ai/docs/api-reference/chat-completion */
export const requestFacts: ChatRequestFacts = chatRequestFacts(facts, {
  lackingSettings: (request, report) => dropDefaultSettings(LACKING, ["candidates", "store"], request, report),
  declaredTools: new DeclaredToolsCodec(tools),
  allowedTools: false,
  hostedChoice: { "web-search": "openrouter:web_search" },
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
