import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";
import { schemaRewriter } from "../../schema/rewrite.ts";
import { callProfile } from "./call-profile.ts";

/** The fields of the server's struct: other keywords never reach the model. `items` is kept as it is. */
const native: SchemaProfile = {
  ...everything,
  rewriter: schemaRewriter,
  keywords: new Set(["type", "description", "enum", "items", "properties", "required", "anyOf"]),
  notAtRoot: new Set(["description", "enum", "anyOf"]),
  declaredRequired: true,
  rootProperties: true,
  refs: "inline",
  openObjects: false,
  items: { ...everything, refs: "inline" },
};

/** The keywords that the grammar of structured outputs follows: https://docs.ollama.com/capabilities/structured-outputs */
const format: SchemaProfile = {
  ...everything,
  rewriter: schemaRewriter,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "prefixItems"],
    ...["minItems", "maxItems", "minLength", "maxLength", "pattern", "format", "minimum", "maximum"],
    ...["exclusiveMinimum", "exclusiveMaximum", "anyOf", "oneOf", "allOf", "title", "description"],
  ]),
  refs: "inline",
  formats: { string: new Set(["date", "time", "date-time", "uuid"]) },
};

const conversation: ConversationProfile = {
  ...callProfile.conversation,
  framing: "ndjson",
  repeatedLists: ["tools", "messages"],
  errorFields: { "/error": "string" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: true,
  optionalCallIds: true,
  looseFormats: false,
  allowedTools: "none",
  withheld: false,
  models: [],
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native,
  format,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set() },
  hosted: {},
};
