import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { DialectProfile } from "../../model/profile.ts";
import { native, strict } from "../claude/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

const conversation: ConversationProfile = {
  ...callProfile.conversation,
  framing: "sse",
  repeatedLists: ["tools", "messages"],
  errorFields: { "/type": "string", "/error/type": "string", "/error/message": "string" },
  answerModel: ["/model", "/message/model"],
  resultsInUserTurn: true,
  system: "by-model",
  startsWithUser: true,
  emptyText: false,
  plainReasoning: false,
  looseFormats: false,
  allowedTools: "none",
  withheld: true,
  /** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause-turn */
  pausedTurnField: "messages",
  models: [],
  /** https://platform.claude.com/docs/en/build-with-claude/prompt-caching: at most four marks, on no thinking, no empty text and no deferred tool */
  caching: {
    marks: {
      tools: ["tools"],
      system: ["system"],
      messages: ["messages"],
      form: { type: "field", name: "cache_control", value: { type: "ephemeral" } },
      unmarkable: [
        { type: "thinking" },
        { type: "redacted_thinking" },
        { type: "text", text: "" },
        { defer_loading: true },
      ],
      textBlock: { type: "text" },
      minTokens: 1024,
    },
  },
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation,
  native,
  strict,
  strictBudget: { tools: 20, optional: 24, unions: 16 },
  strictIsExplicit: false,
  /** The column "Anthropic" of tooladapter's support matrix. */
  conservativeLacks: new Set(["$ref", "$defs", "definitions"]),
  literal: { strict: false, removes: new Set() },
  hosted: {
    "web-search": "web_search_20260318",
    "url-context": "web_fetch_20260318",
    "code-execution": "code_execution_20260521",
    "tool-search": "tool_search_tool_bm25_20251119",
  },
  hostedNames: {
    "web-search": "web_search",
    "url-context": "web_fetch",
    "code-execution": "code_execution",
    "tool-search": "tool_search_tool_bm25",
  },
  searchByModel: true,
};
