import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { CallProfile } from "../../model/profile.ts";
import { DUMMY_SIGNATURE } from "./signatures.ts";

const conversation: ConversationProfile = {
  callIds: { prefix: "call_", marked: false, characters: /^[\s\S]+$/, maxLength: 128 },
  messages: true,
  framing: "sse",
  repeatedLists: ["tools", "contents"],
  errorFields: { "/error/code": "number", "/error/message": "string", "/error/status": "string" },
  answerModel: ["/modelVersion"],
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  optionalCallIds: true,
  reasoningOnCalls: true,
  dummySignature: DUMMY_SIGNATURE,
  /** https://ai.google.dev/gemini-api/docs/thought-signatures */
  extraSignature: ["google", "thought_signature"],
  signedCalls: true,
  namedResults: true,
  structuredResults: "all",
  resultMedia: new Set(["image", "audio", "video", "file"]),
  looseFormats: false,
  customTools: false,
  allowedTools: "functions",
  withheld: true,
  models: [],
};

export const callProfile: CallProfile = {
  /** The API takes 128 characters and colons; these are what older deployments take too. */
  toolNames: { characters: "a-zA-Z0-9_.-", first: "a-zA-Z_", maxLength: 64 },
  toolFields: new Set(["outputSchema"]),
  conversation,
};
