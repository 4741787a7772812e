import type { Facts } from "./facts.ts";

/** Facts of all models whose plain name matches, and their source. */
export interface FactRule {
  readonly models: RegExp;
  readonly facts: Facts;
  readonly source: string;
}

const CLAUDE_THINKING = "https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting";
const CLAUDE_EFFORT = "https://platform.claude.com/docs/en/build-with-claude/effort";
const CLAUDE_SYSTEM = "https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages";
const CLAUDE_CHOICE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools";
const CLAUDE_SEARCH = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool";
const OPENAI_SEARCH = "https://developers.openai.com/api/docs/guides/tools-tool-search";
const OPENAI_LATEST = "https://developers.openai.com/api/docs/guides/latest-model";
const OPENAI_EFFORT = "https://developers.openai.com/api/docs/guides/reasoning";
const OPENAI_MIGRATE = "https://developers.openai.com/api/docs/guides/migrate-to-responses";
const GEMINI_THINKING = "https://ai.google.dev/gemini-api/docs/thinking";
const GEMINI_LATEST = "https://ai.google.dev/gemini-api/docs/latest-model";
const GEMINI_CALLING = "https://ai.google.dev/gemini-api/docs/function-calling";

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
  {
    models: CLAUDE_UNREASONING,
    facts: { reasoning: false, adaptiveThinking: false, manualThinking: false, prefill: true, efforts: [] },
    source: CLAUDE_THINKING,
  },
  {
    models: CLAUDE_MANUAL,
    facts: { reasoning: true, adaptiveThinking: false, manualThinking: true, prefill: true, efforts: [] },
    source: CLAUDE_THINKING,
  },
  { models: CLAUDE_NEW, facts: { sampling: false, prefill: false }, source: CLAUDE_THINKING },
  {
    models: CLAUDE_NEW,
    facts: { reasoning: true, adaptiveThinking: true, efforts: [...LOW_TO_HIGH, "xhigh", "max"] },
    source: CLAUDE_THINKING,
  },
  { models: /^claude-(?:fable|mythos)/, facts: { alwaysThinks: true }, source: CLAUDE_THINKING },
  {
    models: /^claude-(?:opus-(?:4-[89]|[5-9])|fable-|mythos-\d|haiku-5-5)/,
    facts: { midSystem: true },
    source: CLAUDE_SYSTEM,
  },
  { models: GPT_UNREASONING, facts: { reasoning: false, efforts: [], verbosity: ["medium"] }, source: OPENAI_EFFORT },
  { models: /^claude-(?:[1-3]|instant)/, facts: { toolSearch: false }, source: CLAUDE_SEARCH },
  { models: /^(?:o\d|gpt-(?:[34]|5(?:-|$)|5\.[1-3](?!\d)))/, facts: { toolSearch: false }, source: OPENAI_SEARCH },
  { models: GPT_REASONING, facts: { reasoning: true }, source: OPENAI_EFFORT },
  { models: /^o\d/, facts: { sampling: false, efforts: LOW_TO_HIGH, verbosity: ["medium"] }, source: OPENAI_LATEST },
  {
    models: /^gpt-5(?:-(?!chat)|$)/,
    facts: { sampling: false, efforts: ["minimal", ...LOW_TO_HIGH] },
    source: OPENAI_LATEST,
  },
  { models: /^gpt-5-codex/, facts: { efforts: LOW_TO_HIGH }, source: OPENAI_EFFORT },
  { models: /^gpt-5\.1/, facts: { efforts: ["none", ...LOW_TO_HIGH] }, source: OPENAI_EFFORT },
  { models: /^gpt-5\.[2-5]/, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh"] }, source: OPENAI_EFFORT },
  { models: /^gpt-5\.[6-9]/, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] }, source: OPENAI_EFFORT },
  { models: /^gpt-6/, facts: { efforts: [...LOW_TO_HIGH, "xhigh", "max"] }, source: OPENAI_EFFORT },
  { models: GPT_6_NONE, facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] }, source: OPENAI_EFFORT },
  { models: /^gpt-5[\d.]*-chat/, facts: { efforts: [] }, source: OPENAI_EFFORT },
  { models: /^gemini-(?:1|2\.0)/, facts: { reasoning: false }, source: GEMINI_THINKING },
  {
    models: /^gemma-3/,
    facts: { systemMessages: false, reasoning: false },
    source: "https://ai.google.dev/gemma/docs/core/prompt-structure",
  },
];

/** Facts that override the data. Of two rules that match, the later one counts. */
export const OVERRIDES: readonly FactRule[] = [
  // ── Claude ──
  { models: CLAUDE_NEW, facts: { manualThinking: false }, source: CLAUDE_THINKING },
  { models: /^claude-(?:opus|sonnet)-4-[6-8](?!\d)/, facts: { thinksUnasked: false }, source: CLAUDE_THINKING },
  { models: /^claude-(?:opus-5|haiku-5-5)(?!-5|\d)/, facts: { thinksAtHighEffort: true }, source: CLAUDE_THINKING },
  { models: /^claude-sonnet-5-5/, facts: { betweenTools: true }, source: CLAUDE_THINKING },
  {
    models: /^claude-(?:(?:opus|sonnet)-5-5|(?:fable|mythos)-5-[1-9]|mythos-preview)/,
    facts: { forcedChoice: false, alwaysThinks: true },
    source: CLAUDE_CHOICE,
  },
  {
    models: /^claude-(?:[1-3]|instant|(?:opus|sonnet|haiku)-4(?!-[89](?!\d))(?=-|$)|sonnet-5(?!-5)|mythos-preview)/,
    facts: { midSystem: false },
    source: CLAUDE_SYSTEM,
  },
  /** Anthropic's list does not name it, and LiteLLM's does: unknown. */
  { models: /^claude-sonnet-5-5/, facts: { midSystem: undefined }, source: CLAUDE_SYSTEM },
  {
    models: /^claude-(?:sonnet|haiku)-4-5|^claude-opus-4-1|^claude-(?:opus|sonnet)-4(?=-20|$)/,
    facts: { efforts: [] },
    source: CLAUDE_EFFORT,
  },
  // ── OpenAI ──
  { models: GPT_REASONING, facts: { refuses: REFUSED_WHEN_REASONING, completionTokens: true }, source: OPENAI_LATEST },
  {
    models: /^(?:o3|o4-mini|gpt-5(?=-|$))(?!.*-chat)/,
    facts: { refuses: [...REFUSED_WHEN_REASONING, "stop"] },
    source: OPENAI_LATEST,
  },
  {
    models: /^gpt-[6-9]/,
    facts: { refuses: [...REFUSED_WHEN_REASONING, "cacheRetention"] },
    source: "https://developers.openai.com/api/docs/guides/prompt-caching",
  },
  { models: /^gpt-(?:5\.[1-9]|6)(?!.*-chat)/, facts: { sampling: "unless-reasoning" }, source: OPENAI_LATEST },
  { models: /^gpt-6(?:-astra|\.1-sol)/, facts: { sampling: false }, source: OPENAI_LATEST },
  { models: /^gpt-5\.[1-5](?!.*-chat|.*-pro)/, facts: { defaultEffort: "none" }, source: OPENAI_LATEST },
  {
    models: /^gpt-5\.6(?:-(?:sol|luna|terra))?(?:-\d|$)/,
    facts: { efforts: ["none", ...LOW_TO_HIGH, "xhigh", "max"] },
    source: OPENAI_EFFORT,
  },
  { models: /^gpt-[5-9][\d.]*-chat/, facts: { reasoning: false, efforts: [] }, source: OPENAI_LATEST },
  { models: /^gpt-(?:5\.[4-9]|6)(?!.*-chat)/, facts: { chatTools: "none" }, source: OPENAI_MIGRATE },
  {
    models: /^gpt-(?:5\.\d-pro|6(?!-sol|-luna|\.1-terra|.*-chat))/,
    facts: { chatTools: false },
    source: OPENAI_MIGRATE,
  },
  {
    models: /codex/,
    facts: { systemMessages: undefined },
    source: "https://developers.openai.com/api/docs/models/gpt-5.3-codex",
  },
  {
    models: /^o1-(?:mini|preview)/,
    facts: { systemMessages: false },
    source: "https://developers.openai.com/api/docs/models/o1-mini",
  },
  // ── Mistral, by the names that its own servers have ──
  {
    models: /^(?:open-)?(?:mistral|ministral|magistral|codestral|devstral|pixtral)-.*(?:latest|\d{4})$/,
    facts: { refuses: ["logprobs", "topLogprobs"] },
    source: "https://docs.mistral.ai/api/endpoint/chat",
  },
  // ── Gemini ──
  { models: /^gemini-[12](?!\d)/, facts: { resultMedia: false, mixedTools: false }, source: GEMINI_CALLING },
  {
    models: /^gemini-(?!1|2)/,
    facts: { signedSteps: true },
    source: "https://ai.google.dev/gemini-api/docs/thought-signatures",
  },
  { models: /^gemini-2\.5/, facts: { manualThinking: true }, source: GEMINI_THINKING },
  { models: /^gemini-2\.5-flash/, facts: { smallestBudget: 0, largestBudget: 24_576 }, source: GEMINI_THINKING },
  { models: /^gemini-2\.5-flash-lite/, facts: { smallestBudget: 512 }, source: GEMINI_THINKING },
  {
    models: /^gemini-2\.5-pro/,
    facts: { smallestBudget: 128, largestBudget: 32_768, alwaysThinks: true },
    source: GEMINI_THINKING,
  },
  { models: /^gemini-3-pro/, facts: { efforts: ["low", "high"] }, source: GEMINI_THINKING },
  { models: /^gemini-3\.\d-pro/, facts: { efforts: LOW_TO_HIGH }, source: GEMINI_THINKING },
  {
    models: /^gemini-(?:3\.[6-9]|3\.\d\d|[4-9]|\d\d|3\.5-flash-lite)/,
    facts: { sampling: "ignored" },
    source: GEMINI_LATEST,
  },
  {
    models: /^gemini-(?:3\.[6-9]|3\.\d\d|[4-9]|\d\d)/,
    facts: { refuses: ["presencePenalty", "frequencyPenalty"], prefill: false },
    source: GEMINI_LATEST,
  },
];
