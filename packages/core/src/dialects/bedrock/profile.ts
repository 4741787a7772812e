import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { native, strict } from "../claude/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";
import { SIGNATURE_VENDOR } from "./signatures.ts";

const conversation: ConversationProfile = {
  ...callProfile.conversation,
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
  looseFormats: false,
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

/** Schemas go to the model as they are: Claude has the strictest rules for them, other models ignore what they do not know. */
export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native,
  strict,
  strictBudget: { tools: 20, optional: 24, unions: 16 },
  strictIsExplicit: false,
  conservativeLacks: new Set(["$ref", "$defs", "definitions"]),
  literal: { strict: false, removes: new Set() },
  // Only Amazon's own models have tools that run at AWS: https://docs.aws.amazon.com/nova/latest/nova2-userguide/using-tools.html
  hosted: {},
};
