import type { ConversationProfile, DialectProfile } from "../../model/profile.ts";
import { everything } from "../../schema/profiles/everything.ts";

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
  structuredResults: "all",
  resultMedia: new Set(["image", "audio", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
};

export const profile: DialectProfile = {
  /** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  native: { ...everything, modern: "undeclared" },
  strictIsExplicit: false,
  conservativeLacks: new Set(),
  literal: { strict: false, removes: new Set() },
  hosted: {},
  toolFields: new Set(["title", "annotations", "outputSchema", "icons", "meta"]),
  conversation,
};
