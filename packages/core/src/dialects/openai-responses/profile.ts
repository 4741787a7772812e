import type { ConversationProfile, DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";

const conversation: ConversationProfile = {
  /** Of `call_id`; ids of items are made by the server. */
  callIds: { prefix: "fc_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, minLength: 1, maxLength: 64 },
  messages: true,
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
  signedCalls: false,
  structuredResults: "without-content",
  resultMedia: new Set(["image", "file"]),
  looseFormats: true,
  customTools: true,
  allowedTools: "all",
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: [],
};

export const profile: DialectProfile = {
  /** 128 in a namespace, 64 everywhere else. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
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
  toolFields: new Set(["strict", "outputSchema", "deferLoading", "allowedCallers", "namespace"]),
  conversation,
};
