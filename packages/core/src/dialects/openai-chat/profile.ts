import type { ConversationProfile, DialectProfile, ModelRule, NameRule } from "../../model/profile.ts";
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

/** Servers that copy this API, by the names that they and others give their models. */
const DEEPSEEK = /(?:^|\/)deepseek-/i;
const DEEPSEEK_V4 = /(?:^|\/)deepseek-(?:v4|flash|pro)/i;
const KIMI = /(?:^|\/)kimi-(?:k2-thinking|k2[.p]\d|k[3-9]|for-coding|latest)/i;
const MISTRAL =
  /(?:^|\/)(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)(?:[-:]|$)/i;
/** The names that Mistral's own servers have; others who serve its models have names of their own for them. */
const MISTRAL_OWN =
  /^(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)-.*(?:latest|\d{4})$/;

/** OpenAI's own models: its Chat API hides their reasoning. The open ones are served by others, who show it. */
const OPENAI = /^(?:openai\/)?(?:gpt-(?!oss)|chatgpt|o\d)/;

const SERVERS: readonly ModelRule[] = [
  /** https://developers.openai.com/api/docs/guides/reasoning */
  { model: OPENAI, thoughts: "never" },
  /** https://api-docs.deepseek.com/api/create-chat-completion */
  {
    model: DEEPSEEK,
    places: { maxTokens: "/max_tokens" },
    facts: { developer: false, media: false, thinkingField: true },
  },
  /** https://api-docs.deepseek.com/guides/thinking_mode */
  { model: DEEPSEEK_V4, thoughts: "every-turn", unless: { thinking: ["off"] } },
  { model: DEEPSEEK_V4, facts: { forcedWithThinking: false } },
  { model: /(?:^|\/)deepseek-(?:reasoner|r1)/i, thoughts: "this-turn" },
  /** https://platform.kimi.ai/docs/guide/kimi-k2-6-quickstart#tool-use-compatibility */
  { model: KIMI, thoughts: "every-call", unless: { thinking: ["off"] } },
  { model: KIMI, facts: { developer: false, thinkingField: true, forcedWithThinking: false } },
  /** "Tool call id was X but must be a-z, A-Z, 0-9, with a length of 9." */
  {
    model: MISTRAL,
    callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9]+$/, minLength: 9, maxLength: 9 },
  },
  /** https://docs.mistral.ai/api/endpoint/chat */
  {
    model: MISTRAL_OWN,
    places: { maxTokens: "/max_tokens", seed: "/random_seed" },
    facts: { requiredWord: "any", developer: false, thoughtsInContent: true },
  },
];

const conversation: ConversationProfile = {
  /** The classic endpoint takes 40 characters; newer ones take more. */
  callIds: { prefix: "call_", marked: false, characters: /^[a-zA-Z0-9_-]+$/, maxLength: 40 },
  messages: true,
  parallelField: "parallel_tool_calls",
  framing: "sse",
  endMark: "data: [DONE]\n\n",
  errorFields: { "/error/message": "string" },
  /** Schema `Error`: https://github.com/openai/openai-openapi. llama.cpp, vLLM and Perplexity repeat the status as `code`. */
  filledErrorFields: { "/error/type": "string", "/error/param": "string or null", "/error/code": "string or null" },
  frameErrorFields: { "/error/message": "string", "/error/type": "string" },
  answerModel: ["/model"],
  resultsInUserTurn: false,
  system: "anywhere",
  startsWithUser: false,
  emptyText: true,
  plainReasoning: false,
  signedCalls: true,
  extraContent: true,
  resultMedia: new Set(),
  looseFormats: true,
  customTools: true,
  allowedTools: "all",
  withheld: true,
  /** A tool that the models were trained with: https://github.com/respawn-llc/kent/issues/45 */
  callWrapper: /^(?:multi_tool_use[._])?parallel$/,
  models: SERVERS,
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
