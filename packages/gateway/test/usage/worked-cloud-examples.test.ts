import type { Json } from "@toolglot/core";
import { describe } from "vitest";
import { anthropicMessage, chatCompletion, converseResponse, geminiResponse, interaction } from "./priced-response.ts";
import { type Example, type Priced, testExamples } from "./worked-example.ts";

const FRANKFURT = "https://europe-west3-aiplatform.googleapis.com";

const THOUGHT = { cachedContentTokenCount: 30_000, candidatesTokenCount: 1_000, thoughtsTokenCount: 3_000 };

function gemini(what: string, model: string, usage: object): Priced {
  const host = "https://generativelanguage.googleapis.com";
  return { what, dialect: "gemini", host, model, body: geminiResponse(usage as Json) };
}

/** https://ai.google.dev/gemini-api/docs/pricing, https://cloud.google.com/vertex-ai/generative-ai/pricing */
const GOOGLE: readonly Example[] = [
  {
    ...gemini("thoughts are output", "gemini-3.1-pro-preview", { ...THOUGHT, promptTokenCount: 100_000 }),
    // 0.14 + 0.006 + 0.048
    sum: "70_000·2 + 30_000·0.2 + 4_000·12",
    dollars: 0.194,
  },
  {
    ...gemini("a prompt of more than 200,000 tokens", "gemini-3.1-pro-preview", {
      ...THOUGHT,
      promptTokenCount: 250_000,
    }),
    // 0.88 + 0.012 + 0.072
    sum: "220_000·4 + 30_000·0.4 + 4_000·18",
    dollars: 0.964,
  },
  {
    ...gemini("what Google's tools read is input", "gemini-3.8-flash", {
      promptTokenCount: 4_000,
      toolUsePromptTokenCount: 6_000,
      candidatesTokenCount: 1_000,
    }),
    // 0.0075 + 0.00375
    sum: "10_000·0.75 + 1_000·3.75",
    dollars: 0.01125,
  },
  {
    ...gemini("priority", "gemini-3.8-flash", { ...THOUGHT, promptTokenCount: 50_000, serviceTier: "priority" }),
    // 0.027 + 0.00405 + 0.027
    sum: "20_000·1.35 + 30_000·0.135 + 4_000·6.75",
    dollars: 0.05805,
  },
  {
    ...gemini("flex on Vertex AI", "gemini-3.8-flash", {
      ...THOUGHT,
      promptTokenCount: 50_000,
      trafficType: "ON_DEMAND_FLEX",
    }),
    host: "https://aiplatform.googleapis.com",
    // 0.0075 + 0.001125 + 0.0075
    sum: "20_000·0.375 + 30_000·0.0375 + 4_000·1.875",
    dollars: 0.016125,
  },
  {
    ...gemini("an endpoint of a region", "gemini-3.8-flash", {
      ...THOUGHT,
      promptTokenCount: 50_000,
      trafficType: "ON_DEMAND",
    }),
    host: FRANKFURT,
    // 1.1 · (0.015 + 0.00225 + 0.015)
    sum: "20_000·0.75 + 30_000·0.075 + 4_000·3.75",
    factor: 1.1,
    dollars: 0.035475,
  },
  {
    what: "Claude at the endpoint of a region, with a long prompt",
    dialect: "anthropic",
    host: FRANKFURT,
    model: "claude-sonnet-4-5@20250929",
    body: anthropicMessage("claude-sonnet-4-5", {
      input_tokens: 150_000,
      cache_read_input_tokens: 60_000,
      output_tokens: 1_000,
    }),
    // 1.1 · (0.9 + 0.036 + 0.0225)
    sum: "150_000·6 + 60_000·0.6 + 1_000·22.5",
    factor: 1.1,
    dollars: 1.05435,
  },
  {
    what: "an interaction with flex",
    dialect: "gemini-interactions",
    host: "https://generativelanguage.googleapis.com",
    model: "gemini-3.8-flash",
    body: interaction("gemini-3.8-flash", "flex", {
      total_input_tokens: 50_000,
      total_cached_tokens: 30_000,
      total_output_tokens: 1_000,
      total_thought_tokens: 3_000,
    }),
    sum: "20_000·0.375 + 30_000·0.0375 + 4_000·1.875",
    dollars: 0.016125,
  },
];

function bedrock(what: string, region: string, model: string): Omit<Priced, "body"> {
  return { what, dialect: "bedrock", host: `https://bedrock-runtime.${region}.amazonaws.com`, model };
}

const COUNTS = { inputTokens: 10_000, outputTokens: 2_000, totalTokens: 12_000 };

/** https://aws.amazon.com/bedrock/pricing/ */
const CLOUDS: readonly Example[] = [
  {
    ...bedrock("the regions of one country cost a tenth more", "us-east-1", "us.anthropic.claude-opus-5"),
    body: converseResponse({
      inputTokens: 1_000,
      outputTokens: 800,
      totalTokens: 43_800,
      cacheReadInputTokens: 40_000,
      cacheWriteInputTokens: 2_000,
      cacheDetails: [
        { ttl: "1h", inputTokens: 500 },
        { ttl: "5m", inputTokens: 1_500 },
      ],
    }),
    // 0.0055 + 0.022 + 0.0103125 + 0.0055 + 0.022
    sum: "1_000·5.5 + 40_000·0.55 + 1_500·6.875 + 500·11 + 800·27.5",
    dollars: 0.0653125,
  },
  {
    ...bedrock("a region with prices of its own", "eu-west-2", "minimax.minimax-m2.5"),
    body: converseResponse(COUNTS),
    // 0.0047 + 0.00372
    sum: "10_000·0.47 + 2_000·1.86",
    dollars: 0.00842,
  },
  {
    ...bedrock("the region for the government", "us-gov-west-1", "anthropic.claude-opus-5"),
    body: converseResponse(COUNTS),
    // 0.06 + 0.06
    sum: "10_000·6 + 2_000·30",
    dollars: 0.12,
  },
  {
    ...bedrock("the priority tier", "us-east-1", "amazon.nova-pro-v1:0"),
    body: converseResponse(COUNTS, "priority"),
    // 0.014 + 0.0112
    sum: "10_000·1.4 + 2_000·5.6",
    dollars: 0.0252,
  },
  {
    ...bedrock("the flex tier", "us-east-1", "amazon.nova-pro-v1:0"),
    body: converseResponse(COUNTS, "flex"),
    sum: "10_000·0.4 + 2_000·1.6",
    dollars: 0.0072,
  },
  {
    // https://docs.x.ai/docs/models
    what: "Grok, whose whole long prompt costs twice as much",
    dialect: "openai-chat",
    host: "https://api.x.ai/v1",
    model: "grok-4.7",
    body: chatCompletion("grok-4.7", {
      prompt_tokens: 210_000,
      prompt_tokens_details: { cached_tokens: 200_000 },
      completion_tokens: 1_000,
      total_tokens: 211_000,
    }),
    // 0.04 + 0.2 + 0.012
    sum: "10_000·4 + 200_000·1 + 1_000·12",
    dollars: 0.252,
  },
];

describe.each([
  ["Google", GOOGLE],
  ["Bedrock and others", CLOUDS],
] as const)("worked examples of the prices of %s", (_, examples) => testExamples(examples));
