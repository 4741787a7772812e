import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  anthropicMessage,
  chatCompletion,
  converseResponse,
  costOfResponse,
  geminiResponse,
  interaction,
  MILLION,
} from "./priced-response.ts";

describe("Bedrock's prices: https://aws.amazon.com/bedrock/pricing/", () => {
  const cost = (model: string, usage: Json) =>
    costOfResponse("bedrock", "https://bedrock-runtime.us-east-1.amazonaws.com", model, converseResponse(usage));

  const usage = {
    inputTokens: 1_000,
    outputTokens: 500,
    totalTokens: 46_500,
    cacheReadInputTokens: 40_000,
    cacheWriteInputTokens: 5_000,
    cacheDetails: [
      { ttl: "5m", inputTokens: 3_000 },
      { ttl: "1h", inputTokens: 2_000 },
    ],
  };
  const dollars = (1_000 * 3 + 40_000 * 0.3 + 3_000 * 3.75 + 2_000 * 6 + 500 * 15) / MILLION;

  it("each class of tokens of Claude Sonnet 4.5, from any region", () => {
    expect(cost("global.anthropic.claude-sonnet-4-5-20250929-v1:0", usage)).toBeCloseTo(dollars, 12);
  });

  it("a tenth more from the regions of one country, also by the ARN of the profile", () => {
    const profile = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    expect(cost(profile, usage)).toBeCloseTo(1.1 * dollars, 12);
    const arn = `arn:aws:bedrock:us-east-1:123456789012:inference-profile/${profile}`;
    expect(cost(arn, usage)).toBeCloseTo(1.1 * dollars, 12);
  });
});

describe("Vertex AI's prices: https://cloud.google.com/vertex-ai/generative-ai/pricing", () => {
  const HOSTS = [
    "https://aiplatform.googleapis.com",
    "https://us-east5-aiplatform.googleapis.com",
    "https://aiplatform.eu.rep.googleapis.com",
  ];

  const claude = (host: string, model: string, input: number) =>
    costOfResponse(
      "anthropic",
      host,
      model,
      anthropicMessage(model, {
        input_tokens: input - 150_000,
        cache_read_input_tokens: 100_000,
        cache_creation_input_tokens: 50_000,
        cache_creation: { ephemeral_5m_input_tokens: 40_000, ephemeral_1h_input_tokens: 10_000 },
        output_tokens: 1_000,
      }),
    );

  it.each(HOSTS)("Claude Sonnet 4.5 at %s, which costs twice as much beyond 200,000 tokens", (host) => {
    // Endpoints of regions, and of several regions, cost a tenth more than the global one.
    const place = host === HOSTS[0] ? 1 : 1.1;
    const short = (50_000 * 3 + 100_000 * 0.3 + 40_000 * 3.75 + 10_000 * 6 + 1_000 * 15) / MILLION;
    expect(claude(host, "claude-sonnet-4-5@20250929", 200_000)).toBeCloseTo(place * short, 10);
    const long = (50_001 * 6 + 100_000 * 0.6 + 40_000 * 7.5 + 10_000 * 12 + 1_000 * 22.5) / MILLION;
    expect(claude(host, "claude-sonnet-4-5", 200_001)).toBeCloseTo(place * long, 10);
  });

  it("a version that is not in the table has the price of its model", () => {
    const known = claude(HOSTS[0] ?? "", "claude-sonnet-5-5", 160_000);
    expect(claude(HOSTS[0] ?? "", "claude-sonnet-5-5@20260901", 160_000)).toBe(known);
    expect(known).toBeGreaterThan(0);
  });

  it("Gemini 2.5 Flash, with thoughts as output", () => {
    const usageMetadata = {
      promptTokenCount: 9_000,
      cachedContentTokenCount: 6_000,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 400,
    };
    const body = geminiResponse(usageMetadata);
    const dollars = (3_000 * 0.3 + 6_000 * 0.03 + 500 * 2.5) / MILLION;
    expect(costOfResponse("gemini", HOSTS[0] ?? "", "gemini-2.5-flash", body)).toBeCloseTo(dollars, 12);
  });
});

describe("the Interactions API", () => {
  it("costs the same, with its own names of the counts", () => {
    const body = interaction("gemini-2.5-flash", "standard", {
      total_input_tokens: 9_000,
      total_cached_tokens: 6_000,
      total_output_tokens: 100,
      total_thought_tokens: 400,
      total_tokens: 9_500,
    });
    const url = "https://generativelanguage.googleapis.com";
    const dollars = (3_000 * 0.3 + 6_000 * 0.03 + 500 * 2.5) / MILLION;
    expect(costOfResponse("gemini-interactions", url, "gemini-2.5-flash", body)).toBeCloseTo(dollars, 12);
  });
});

describe("DeepSeek's prices: https://api-docs.deepseek.com/quick_start/pricing", () => {
  it("tells cache hits from misses", () => {
    const usage = {
      prompt_tokens: 20_000,
      prompt_cache_hit_tokens: 16_000,
      prompt_cache_miss_tokens: 4_000,
      completion_tokens: 500,
      total_tokens: 20_500,
    };
    const body = chatCompletion("deepseek-chat", usage);
    expect(costOfResponse("openai-chat", "https://api.deepseek.com", "deepseek-chat", body)).toBeCloseTo(
      (4_000 * 0.28 + 16_000 * 0.028 + 500 * 0.42) / MILLION,
      12,
    );
  });
});
