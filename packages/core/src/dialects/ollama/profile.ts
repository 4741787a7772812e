import type { ConversationProfile, DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";

/** The fields of the server's struct: other keywords never reach the model. `items` is kept as it is. */
const native: SchemaProfile = {
  ...everything,
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
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "prefixItems"],
    ...["minItems", "maxItems", "minLength", "maxLength", "pattern", "format", "minimum", "maximum"],
    ...["exclusiveMinimum", "exclusiveMaximum", "anyOf", "oneOf", "allOf", "title", "description"],
  ]),
  refs: "inline",
  formats: { string: new Set(["date", "time", "date-time", "uuid"]) },
};

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: true,
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
  signedCalls: false,
  namedResults: true,
  resultMedia: new Set(["image"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: false,
  models: [],
};

export const profile: DialectProfile = {
  /** The server has no rule; these are the names that models were trained on. */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  native,
  format,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set() },
  hosted: {},
  toolFields: new Set(),
  conversation,
};
