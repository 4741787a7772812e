import type { ConversationProfile, DialectProfile, ModelRule } from "../../model/profile.ts";
import { rootedPrompt, structured } from "../../schema/profiles/structured-outputs.ts";

/** A request that does not ask for thoughts, in whichever words. */
const UNTHINKING = { effort: ["none", null], thinking: ["off", null], thinkingBudget: [null] };

const SAMPLING = ["temperature", "topP", "logprobs", "topLogprobs"];

/** What models that think refuse: https://developers.openai.com/api/docs/guides/latest-model */
const sampling: readonly ModelRule[] = [
  { model: /^(?:openai\/)?(?:o\d|gpt-(?:5|6))(?!.*-chat)/, refuses: ["topLogprobs"] },
  { model: /^(?:openai\/)?(?:o\d|gpt-5(?:-|$)|gpt-6-astra|gpt-6\.1-sol)(?!.*-chat)/, refuses: SAMPLING },
  { model: /^(?:openai\/)?gpt-5\.[1-5](?!.*-chat)/, refuses: SAMPLING, unless: UNTHINKING },
  { model: /^(?:openai\/)?(?:gpt-5\.[6-9]|gpt-6)(?!.*-chat)/, refuses: SAMPLING, unless: { effort: ["none"] } },
];

/** Newer models are told how to cache by `prompt_cache_options` alone. */
const retention: ModelRule = { model: /^(?:openai\/)?gpt-[6-9]/, refuses: ["cacheRetention"] };

const USUAL = ["low", "medium", "high"];

/** How much each family can be told to think, the first that matches: https://developers.openai.com/api/docs/guides/reasoning */
const efforts: readonly ModelRule[] = [
  { model: /^(?:openai\/)?(?:gpt-[34]|chatgpt|.*-chat)/, facts: { efforts: [] } },
  { model: /^(?:openai\/)?o\d/, facts: { efforts: USUAL } },
  { model: /^(?:openai\/)?gpt-5(?:-|$)/, facts: { efforts: ["minimal", ...USUAL] } },
  { model: /^(?:openai\/)?gpt-5\.1/, facts: { efforts: ["none", ...USUAL] } },
  { model: /^(?:openai\/)?gpt-5\.[2-5]/, facts: { efforts: ["none", ...USUAL, "xhigh"] } },
  {
    model: /^(?:openai\/)?(?:gpt-5\.[6-9]|gpt-6-(?:sol|luna)|gpt-6\.1-terra)/,
    facts: { efforts: ["none", ...USUAL, "xhigh", "max"] },
  },
  { model: /^(?:openai\/)?gpt-6/, facts: { efforts: [...USUAL, "xhigh", "max"] } },
];

const conversation: ConversationProfile = {
  /** Of `call_id`; the ids of items are another matter, and none of the caller's. */
  callIds: { prefix: "fc_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, minLength: 1, maxLength: 64 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  answerModel: ["/model", "/response/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  sealedCalls: false,
  resultMedia: new Set(["image", "file"]),
  looseFormats: true,
  customTools: true,
  allowedTools: "all",
  withheld: true,
  /** A tool that the models were trained with: https://github.com/respawn-llc/kent/issues/45 */
  callWrapper: /^(?:multi_tool_use[._])?parallel$/,
  models: [...sampling, ...efforts, retention],
};

export const profile: DialectProfile = {
  /** Members of a namespace may have 128; 64 is what every place takes. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  native: rootedPrompt,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: structured,
  /** An omitted `strict` means "try": optional parameters might become mandatory. */
  strictIsExplicit: true,
  conservativeLacks: new Set(["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "pattern"]),
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "web_search",
    "code-execution": "code_interpreter",
    "file-search": "file_search",
    computer: "computer",
    mcp: "mcp",
    "tool-search": "tool_search",
  },
  clientSearch: "tool_search",
  searchByModel: true,
  toolFields: new Set(["strict", "outputSchema", "deferLoading", "allowedCallers", "namespace"]),
  conversation,
};
