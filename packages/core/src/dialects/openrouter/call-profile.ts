import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  messages: true,
  /** In the `reasoning_details` of the message, by the ids of the calls. */
  signedCalls: "in-message",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  customTools: false,
};

export const callProfile: CallProfile = {
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "cacheControl", "deferLoading"]),
  conversation,
};
