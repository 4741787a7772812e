import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { jsonSchema } from "../google/schema-profile.ts";
import { callProfile } from "./call-profile.ts";

const conversation: ConversationProfile = {
  ...callProfile.conversation,
  framing: "sse",
  repeatedLists: ["tools", "input"],
  endMark: "event: done\ndata: [DONE]\n\n",
  errorFields: { "/error/message": "string", "/error/code": "string" },
  failedAnswerFields: { "/status": "string", "/errors/0/message": "string" },
  answerModel: ["/model", "/interaction/model"],
  resultsInUserTurn: false,
  system: "leading",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  looseFormats: false,
  allowedTools: "functions",
  withheld: false,
  models: [],
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native: jsonSchema,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set(["additionalProperties"]) },
  // `file_search` is left out: another vendor has a tool of this name with other settings.
  hosted: {
    "web-search": "google_search",
    "url-context": "url_context",
    maps: "google_maps",
    "code-execution": "code_execution",
    computer: "computer_use",
    mcp: "mcp_server",
  },
};
