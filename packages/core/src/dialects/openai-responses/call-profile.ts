import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  /** Of `call_id`; ids of items are made by the server. */
  callIds: { prefix: "fc_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, minLength: 1, maxLength: 64 },
  messages: true,
  signedCalls: false,
  structuredResults: "without-content",
  resultMedia: new Set(["image", "file"]),
  customTools: true,
};

export const callProfile: CallProfile = {
  /** 128 in a namespace, 64 everywhere else. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "outputSchema", "deferLoading", "allowedCallers", "namespace"]),
  conversation,
};
