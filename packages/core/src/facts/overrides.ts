import type { Facts } from "./facts.ts";

/** Facts of all models whose plain name matches. The source stands above each rule, or above several from one source. */
export interface FactRule {
  readonly models: RegExp;
  readonly facts: Facts;
}

const LOW_TO_HIGH = ["low", "medium", "high"];
const REFUSED_WHEN_REASONING = ["frequencyPenalty", "presencePenalty", "logitBias", "topLogprobs"];

/** Claude up to 4.5 reasons with a token budget; from 4.7 on it has none. */
const CLAUDE_UNREASONING = /^claude(?:-(?:[12]|instant|3(?!-7))|$)/;
const CLAUDE_MANUAL = /^claude-(?:3-7|(?:opus|sonnet|haiku)-4(?!-[6-9](?!\d))(?=-|$))/;
const CLAUDE_NEW = /^claude-(?:opus-4-[7-9](?!\d)|(?:opus|sonnet|haiku|fable|mythos)-(?:[5-9]|\d\d))/;

/** OpenAI's reasoning models: the o-series, and all models from GPT-5 on except those for chats. */
const GPT_REASONING = /^(?:o\d|gpt-[5-9](?![^-.]))(?!.*-chat)/;
const GPT_UNREASONING = /^(?:gpt-(?:[34](?![^-.o])|35)|chatgpt|gpt-[5-9][\d.]*-chat)/;
const GPT_6_NONE = /^gpt-6(?:-sol|-luna|\.1-terra)/;

/** Facts of a whole family, for models that are not in the data. Of two rules that match, the later one counts. */
export const FAMILIES: readonly FactRule[] = [
  // https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
  {
    models: CLAUDE_UNREASONING,
    facts: { reasoning: false, adaptiveThinking: false, manualThinking: false, prefill: true, efforts: [] },
  },
  {
    models: CLAUDE_MANUAL,
    facts: { reasoning: true, adaptiveThinking: false, manualThinking: true, prefill: true, efforts: [] },
  },
  { models: CLAUDE_NEW, facts: { sampling: false, prefill: false } },
  {
    models: CLAUDE_NEW,
    facts: { reasoning: true, adaptiveThinking: true, efforts: [...LOW_TO_HIGH, "xhigh", "max"] },
  },
  { models: /^claude-(?:fable|mythos)/, facts: { alwaysThinks: true } },
  // https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
  {
    models: /^claude-(?:opus-(?:4-[89]|[5-9])|fable-|mythos-\d|haiku-5-5)/,
    facts: { midSystem: true },
  },
  // https://developers.openai.com/api/docs/guides/reasoning
  { models: GPT_UNREASONING, facts: { reasoning: false, efforts: [], verbosity: ["medium"] } },
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
  { models: /^claude-(?:[1-3]|instant)/, facts: { toolSearch: false } },
  // https://developers.openai.com/api/docs/guides/tools-tool-search
  { models: /^(?:o\d|gpt-(?:[34]|5(?:-|$)|5\.[1-3](?!\d)))/, facts: { toolSearch: false } },
  // https://developers.openai.com/api/docs/guides/reasoning
  { models: GPT_REASONING, facts: { reasoning: true } },
  // https://developers.openai.com/api/docs/guides/latest-model
  { models: /^o\d/, facts: { sampling: false, efforts: LOW_TO_HIGH, verbosity: ["medium"] } },
  {
    models: /^gpt-5(?:-(?!chat)|$)/,
    facts: { sampling: false, efforts: ["minimal", ...LOW_TO_HIGH] },
  },
  // https://developers.openai.com/api/docs/guides/reasoning
  { models: /^gpt-5-codex/, facts: { efforts: LOW_TO_HIGH } },
  { models: /^gpt-5\.1/, facts: { efforts: ["none", ...LOW_TO_HIGH] } },
  { models: /^gpt-5\.[2-5]/, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh"] } },
  { models: /^gpt-5\.[6-9]/, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] } },
  { models: /^gpt-6/, facts: { efforts: [...LOW_TO_HIGH, "xhigh", "max"] } },
  { models: GPT_6_NONE, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] } },
  { models: /^gpt-5[\d.]*-chat/, facts: { efforts: [] } },
  // https://ai.google.dev/gemini-api/docs/thinking
  { models: /^gemini-(?:1|2\.0)/, facts: { reasoning: false } },
  // https://ai.google.dev/gemma/docs/core/prompt-structure
  {
    models: /^gemma-3/,
    facts: { systemMessages: false, reasoning: false },
  },
];

/** Facts that override the data. Of two rules that match, the later one counts. */
export const OVERRIDES: readonly FactRule[] = [
  // ── Claude ──
  // https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
  { models: CLAUDE_NEW, facts: { manualThinking: false } },
  { models: /^claude-(?:opus|sonnet)-4-[6-8](?!\d)/, facts: { thinksUnasked: false } },
  { models: /^claude-(?:opus-5|haiku-5-5)(?!-5|\d)/, facts: { thinksAtHighEffort: true } },
  { models: /^claude-sonnet-5-5/, facts: { betweenTools: true } },
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
  {
    models: /^claude-(?:(?:opus|sonnet)-5-5|(?:fable|mythos)-5-[1-9]|mythos-preview)/,
    facts: { forcedChoice: false, alwaysThinks: true },
  },
  // https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages
  {
    models: /^claude-(?:[1-3]|instant|(?:opus|sonnet|haiku)-4(?!-[89](?!\d))(?=-|$)|sonnet-5(?!-5)|mythos-preview)/,
    facts: { midSystem: false },
  },
  /** Anthropic's list does not name it, and LiteLLM's does: unknown. */
  { models: /^claude-sonnet-5-5/, facts: { midSystem: undefined } },
  // https://platform.claude.com/docs/en/build-with-claude/effort
  {
    models: /^claude-(?:sonnet|haiku)-4-5|^claude-opus-4-1|^claude-(?:opus|sonnet)-4(?=-20|$)/,
    facts: { efforts: [] },
  },
  // ── OpenAI ──
  // https://developers.openai.com/api/docs/guides/latest-model
  { models: GPT_REASONING, facts: { refuses: REFUSED_WHEN_REASONING, completionTokens: true } },
  {
    models: /^(?:o3|o4-mini|gpt-5(?=-|$))(?!.*-chat)/,
    facts: { refuses: [...REFUSED_WHEN_REASONING, "stop"] },
  },
  // https://developers.openai.com/api/docs/guides/prompt-caching
  {
    models: /^gpt-[6-9]/,
    facts: { refuses: [...REFUSED_WHEN_REASONING, "cacheRetention"] },
  },
  // https://developers.openai.com/api/docs/guides/latest-model
  { models: /^gpt-(?:5\.[1-9]|6)(?!.*-chat)/, facts: { sampling: "unless-reasoning" } },
  { models: /^gpt-6(?:-astra|\.1-sol)/, facts: { sampling: false } },
  { models: /^gpt-5\.[1-5](?!.*-chat|.*-pro)/, facts: { defaultEffort: "none" } },
  // https://developers.openai.com/api/docs/guides/reasoning
  {
    models: /^gpt-5\.6(?:-(?:sol|luna|terra))?(?:-\d|$)/,
    facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] },
  },
  // https://developers.openai.com/api/docs/guides/latest-model
  { models: /^gpt-[5-9][\d.]*-chat/, facts: { reasoning: false, efforts: [] } },
  // https://developers.openai.com/api/docs/guides/migrate-to-responses
  { models: /^gpt-(?:5\.[4-9]|6)(?!.*-chat)/, facts: { chatTools: "none" } },
  {
    models: /^gpt-(?:5\.\d-pro|6(?!-sol|-luna|\.1-terra|.*-chat))/,
    facts: { chatTools: false },
  },
  // https://developers.openai.com/api/docs/models/gpt-5.3-codex
  {
    models: /codex/,
    facts: { systemMessages: undefined },
  },
  // https://developers.openai.com/api/docs/models/o1-mini
  {
    models: /^o1-(?:mini|preview)/,
    facts: { systemMessages: false },
  },
  // ── Mistral, by the names that its own servers have ──
  // https://docs.mistral.ai/api/endpoint/chat
  {
    models: /^(?:open-)?(?:mistral|ministral|magistral|codestral|devstral|pixtral)-.*(?:latest|\d{4})$/,
    facts: { refuses: ["logprobs", "topLogprobs"] },
  },
  // ── Gemini ──
  // https://ai.google.dev/gemini-api/docs/function-calling
  { models: /^gemini-[12](?!\d)/, facts: { resultMedia: false, mixedTools: false } },
  // https://ai.google.dev/gemini-api/docs/thought-signatures
  {
    models: /^gemini-(?!1|2)/,
    facts: { signedSteps: true },
  },
  // https://ai.google.dev/gemini-api/docs/thinking
  { models: /^gemini-2\.5/, facts: { manualThinking: true } },
  { models: /^gemini-2\.5-flash/, facts: { smallestBudget: 0, largestBudget: 24_576 } },
  { models: /^gemini-2\.5-flash-lite/, facts: { smallestBudget: 512 } },
  {
    models: /^gemini-2\.5-pro/,
    facts: { smallestBudget: 128, largestBudget: 32_768, alwaysThinks: true },
  },
  { models: /^gemini-3-pro/, facts: { efforts: ["low", "high"] } },
  { models: /^gemini-3\.\d-pro/, facts: { efforts: LOW_TO_HIGH } },
  // https://ai.google.dev/gemini-api/docs/latest-model
  {
    models: /^gemini-(?:3\.[6-9]|3\.\d\d|[4-9]|\d\d|3\.5-flash-lite)/,
    facts: { sampling: "ignored" },
  },
  {
    models: /^gemini-(?:3\.[6-9]|3\.\d\d|[4-9]|\d\d)/,
    facts: { refuses: ["presencePenalty", "frequencyPenalty"], prefill: false },
  },
];
