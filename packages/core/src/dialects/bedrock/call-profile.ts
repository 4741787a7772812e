import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";
import { SIGNATURE_VENDOR } from "./signatures.ts";

const conversation: ConversationProfile = {
  /** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html; older deployments take no dots and colons. */
  callIds: { prefix: "tooluse_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  messages: true,
  framing: "event-stream",
  repeatedLists: ["messages"],
  errorFields: { "/message": "string" },
  resultsInUserTurn: true,
  system: "leading",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  /** Claude's signatures are the same on all platforms: https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
  signatureVendor: SIGNATURE_VENDOR,
  signedCalls: false,
  structuredResults: "without-content",
  searchResults: true,
  resultMedia: new Set(["image", "video", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "none",
  withheld: true,
  models: [],
  /** https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html: at most four points; Nova takes none in its tools */
  caching: {
    marks: {
      tools: ["toolConfig", "tools"],
      system: ["system"],
      messages: ["messages"],
      form: { type: "block", name: "cachePoint", value: { type: "default" } },
      unmarkable: [],
      minTokens: 1024,
      models: /claude|nova/i,
      toolModels: /claude/i,
    },
  },
};

export const callProfile: CallProfile = {
  /** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  toolFields: new Set(["strict", "cacheControl"]),
  conversation,
};
