import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  /** The classic endpoint takes 40 characters; newer ones take more. */
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 40 },
  messages: true,
  signedCalls: true,
  resultMedia: new Set(),
  customTools: true,
};

export const callProfile: CallProfile = {
  /** https://developers.openai.com/api/reference: FunctionDefinition.name */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict"]),
  conversation,
};
