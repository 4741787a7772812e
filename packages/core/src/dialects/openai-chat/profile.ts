import type { ConversationProfile, DialectProfile, NameRule } from "../../model/profile.ts";
import { rootedPrompt, structured } from "../../schema/profiles/structured-outputs.ts";

/** https://developers.openai.com/api/reference: FunctionDefinition.name */
const toolNames: NameRule = { characters: "a-zA-Z0-9_-", maxLength: 64 };

/** The column "OpenAI" of tooladapter's support matrix; patterns only in strict mode. */
const conservativeLacks: ReadonlySet<string> = new Set([
  "$ref",
  "$defs",
  "definitions",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "pattern",
]);

/** Models that think: https://developers.openai.com/api/docs/guides/latest-model */
const REASONING = /^(?:openai\/)?(?:o\d|gpt-(?:5|6))(?!.*-chat)/;
const SAMPLING = ["temperature", "topP", "logprobs", "topLogprobs"];

const conversation: ConversationProfile = {
  /** The classic endpoint takes 40 characters; newer ones take more. */
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 40 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  sealedCalls: true,
  resultMedia: new Set(),
  looseFormats: true,
  customTools: true,
  models: [
    { model: REASONING, refuses: ["frequencyPenalty", "presencePenalty", "logitBias"] },
    { model: /^(?:openai\/)?(?:o\d|gpt-5(?:-|$)|gpt-6-astra|gpt-6\.1-sol)(?!.*-chat)/, refuses: SAMPLING },
    { model: /^(?:openai\/)?gpt-5\.[1-5](?!.*-chat)/, refuses: SAMPLING, unless: { effort: ["none", null] } },
    { model: /^(?:openai\/)?(?:gpt-5\.[6-9]|gpt-6)(?!.*-chat)/, refuses: SAMPLING, unless: { effort: ["none"] } },
    { model: /^(?:openai\/)?(?:gpt-5\.[4-9]|gpt-6)(?!.*-chat)/, facts: { toolsWithEffort: "none" } },
    { model: /^(?:openai\/)?(?:o3|o4-mini|gpt-5(?:-|$))(?!.*-chat)/, refuses: ["stop"] },
  ],
};

export const profile: DialectProfile = {
  toolNames,
  native: rootedPrompt,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: structured,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {},
  toolFields: new Set(["strict"]),
  conversation,
};
