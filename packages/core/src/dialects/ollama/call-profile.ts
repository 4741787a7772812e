import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: true,
  signedCalls: false,
  namedResults: true,
  resultMedia: new Set(["image"]),
  customTools: false,
};

export const callProfile: CallProfile = {
  /** The server has no rule; these are the names that models were trained on. */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  toolFields: new Set(),
  conversation,
};
