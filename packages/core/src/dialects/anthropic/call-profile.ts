import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  callIds: { prefix: "toolu_", marked: true, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 128 },
  messages: true,
  signedCalls: false,
  searchResults: true,
  resultMedia: new Set(["image", "file"]),
  customTools: false,
};

export const callProfile: CallProfile = {
  /** The API takes 128; tool references and the documentation say 64. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set([
    "strict",
    "cacheControl",
    "deferLoading",
    "allowedCallers",
    "inputExamples",
    "eagerInputStreaming",
  ]),
  conversation,
};
