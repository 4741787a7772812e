import type { ConversationProfile, DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";

/** What `--schema` may print: six types, descriptions, enums, arrays and objects, and nothing else. */
const native: SchemaProfile = {
  ...everything,
  keywords: new Set(["type", "description", "enum", "items", "properties", "required"]),
  notAtRoot: new Set(["enum"]),
  declaredRequired: true,
  rootProperties: true,
  refs: "inline",
  openObjects: false,
  untyped: false,
  arraysNeedItems: true,
  typeLists: "none",
};

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: false,
  framing: "ndjson",
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: false,
  structuredResults: "successes",
  resultMedia: new Set(["image", "audio", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};

export const profile: DialectProfile = {
  toolNames: { characters: "a-zA-Z0-9_", maxLength: 64 },
  native,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set() },
  hosted: {},
  toolFields: new Set(),
  conversation,
};
