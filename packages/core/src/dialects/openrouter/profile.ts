import type { ConversationProfile, DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { CALL_WRAPPER } from "../chat/call-wrapper.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";

/** What the strict modes of all its providers take: no bounds on numbers, lengths and counts, no recursion. */
const strict: SchemaProfile = {
  ...strictSchema,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
    ...["description", "title", "pattern", "format"],
  ]),
  refs: "inline",
  patterns: "simple",
};

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  endMark: "data: [DONE]\n\n",
  errorFields: { "/error/message": "string" },
  /** https://openrouter.ai/docs/api/reference/errors-and-debugging */
  filledErrorFields: { "/error/code": "number" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: true,
  /** In the `reasoning_details` of the message, by the ids of the calls. */
  signedCalls: "in-message",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  looseFormats: true,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  callWrapper: CALL_WRAPPER,
  models: [],
  /** https://openrouter.ai/docs/features/provider-routing#requiring-providers-to-support-all-parameters */
  dropsRefused: true,
};

export const profile: DialectProfile = {
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  /** Any of its providers may read the schema, so its root satisfies the strictest. */
  native: nonStrictSchema,
  strict,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "openrouter:web_search",
    "url-context": "openrouter:web_fetch",
    "tool-search": "openrouter:tool_search",
  },
  toolFields: new Set(["strict", "cacheControl", "deferLoading"]),
  conversation,
};
