import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, minLength: 1, maxLength: 128 },
  messages: true,
  signedCalls: false,
  namedResults: true,
  structuredResults: "without-content",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  customTools: false,
};

export const callProfile: CallProfile = {
  /** The API takes 128 characters and colons; these are what older deployments take too. */
  toolNames: { characters: "a-zA-Z0-9_.-", first: "a-zA-Z_", maxLength: 64 },
  toolFields: new Set(),
  conversation,
};
