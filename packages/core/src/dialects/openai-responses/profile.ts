import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

const conversation: ConversationProfile = {
  ...callProfile.conversation,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "input"],
  errorFields: { "/error/message": "string", "/error/type": "string" },
  /** Schema `Error`: https://github.com/openai/openai-openapi. llama.cpp and vLLM repeat the status as `code`. */
  filledErrorFields: { "/error/param": "string or null", "/error/code": "string or null" },
  frameErrorFields: { "/type": "string" },
  failedAnswerFields: { "/status": "string", "/error/code": "string", "/error/message": "string" },
  answerModel: ["/model", "/response/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  looseFormats: true,
  allowedTools: "all",
  /** https://platform.openai.com/docs/guides/prompt-caching */
  caching: { keyField: "prompt_cache_key" },
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: [],
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native: nonStrictSchema,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: strictSchema,
  /** An omitted `strict` means "try": optional parameters might become mandatory. */
  strictIsExplicit: true,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "web_search",
    "code-execution": "code_interpreter",
    "file-search": "file_search",
    computer: "computer",
    mcp: "mcp",
    "tool-search": "tool_search",
  },
  clientSearch: "tool_search",
  searchByModel: true,
};
