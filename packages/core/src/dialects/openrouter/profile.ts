import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { chatConversation } from "../chat/conversation.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

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
  ...callProfile.conversation,
  ...chatConversation,
  /** https://openrouter.ai/docs/api/reference/errors-and-debugging */
  filledErrorFields: { "/error/code": "number" },
  plainReasoning: true,
  allowedTools: "none",
  models: [],
  /** https://openrouter.ai/docs/features/provider-routing#requiring-providers-to-support-all-parameters */
  dropsRefused: true,
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
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
};
