import type { CallRules } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";

const conversation: CallRules = {
  /** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html; older deployments take no dots and colons. */
  callIds: { prefix: "tooluse_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  messages: true,
  signedCalls: false,
  structuredResults: "without-content",
  searchResults: true,
  resultMedia: new Set(["image", "video", "file"]),
  customTools: false,
};

export const callProfile: CallProfile = {
  /** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "cacheControl"]),
  conversation,
};
