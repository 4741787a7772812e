import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ModelPrices, pricesOf, unpricedReason } from "../../src/providers/prices.ts";
import { costOf } from "../../src/usage/cost.ts";

const TABLE = new URL("../../../../../shared/facts/models.litellm.json", import.meta.url);

const HERE = existsSync(TABLE);
if (!HERE) console.warn("SKIPPED: the table of models is not here; prices are not compared with it");

const OPENAI = { baseUrl: "https://api.openai.com/v1" };
const BEDROCK = { baseUrl: "https://bedrock-runtime.us-east-1.amazonaws.com" };
const ANTHROPIC = { baseUrl: "https://api.anthropic.com" };

function known(provider: { baseUrl: string }, model: string): ModelPrices {
  const prices = pricesOf(provider, model);
  if (prices === undefined) throw new Error(`no prices of ${model}`);
  return prices;
}

describe("The prices of a model", () => {
  it("are those of the host that serves it", () => {
    expect(pricesOf(ANTHROPIC, "claude-sonnet-4-5")).toMatchObject({ input: 3, output: 15, cacheRead: 0.3 });
    expect(pricesOf(OPENAI, "claude-sonnet-4-5")).toBeUndefined();
    expect(pricesOf({ baseUrl: "http://127.0.0.1:8080/v1" }, "gpt-5.6")).toBeUndefined();
    expect(pricesOf({ baseUrl: "https://api.openai.com.example/v1" }, "gpt-5.6")).toBeUndefined();
  });

  it("are those of Bedrock, by model, inference profile or ARN", () => {
    const model = "us.anthropic.claude-sonnet-5-5";
    const prices = { input: 2.2, cacheRead: 0.11, cacheWrite: 2.75, cacheWriteHour: 4.4, output: 11 };
    expect(pricesOf(BEDROCK, model)).toMatchObject(prices);
    expect(pricesOf(BEDROCK, `arn:aws:bedrock:us-east-1:123456789012:inference-profile/${model}`)).toMatchObject(
      prices,
    );
    expect(pricesOf(BEDROCK, "anthropic.claude-sonnet-5-5")).toMatchObject({ input: 2 });
    expect(pricesOf({ baseUrl: "https://bedrock-runtime.example.com" }, model)).toBeUndefined();
  });

  it("are found for a snapshot that the table does not name", () => {
    expect(pricesOf(OPENAI, "gpt-5.6-2026-12-31")).toEqual(pricesOf(OPENAI, "gpt-5.6"));
    expect(pricesOf(ANTHROPIC, "claude-sonnet-4-5-20261231")).toEqual(pricesOf(ANTHROPIC, "claude-sonnet-4-5"));
  });

  it("are unknown for a model that the table does not name", () => {
    expect(pricesOf(OPENAI, "gpt-99")).toBeUndefined();
    expect(pricesOf(OPENAI, "")).toBeUndefined();
  });

  it("that are unknown have a reason, except for hosts that nobody prices", () => {
    expect(unpricedReason(OPENAI, "gpt-99")).toBe("no price of gpt-99 is known");
    expect(unpricedReason({ baseUrl: "http://127.0.0.1:8080/v1" }, "gpt-5.6")).toBeUndefined();
  });

  it("are those of the model that answers, where a deployment has a name of its own", () => {
    const azure = { baseUrl: "https://mine.openai.azure.com/openai/v1" };
    const known = pricesOf(azure, "gpt-5.6");
    expect(known).toMatchObject({ input: 4, output: 20, cacheRead: 0.4 });
    expect(pricesOf(azure, "team-a", "gpt-5.6-2026-07-09")).toEqual(known);
    // A deployment may have the name of a model and serve another one.
    expect(pricesOf(azure, "gpt-5.6", "gpt-5")).toMatchObject({ input: 1.25 });
    expect(pricesOf(azure, "team-a")).toBeUndefined();
    expect(unpricedReason(azure, "team-a", "gpt-99")).toBe(
      "no price of team-a is known, nor of gpt-99, which answered",
    );
    expect(pricesOf({ baseUrl: "https://mine.openai.azure.us/openai/v1" }, "gpt-5.6")).toBeUndefined();
  });

  it("are those of the model that an alias leads to", () => {
    expect(pricesOf(OPENAI, "house-model", "gpt-5.6")).toEqual(pricesOf(OPENAI, "gpt-5.6"));
    expect(pricesOf(OPENAI, "gpt-5.6", "gpt-5")).toEqual(pricesOf(OPENAI, "gpt-5.6"));
  });
});

describe("What a response costs", () => {
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching: reads cost 0.1 of input, writes for five minutes 1.25,
  // writes for an hour 2.
  it("tells cache reads, cache writes and writes for an hour apart", () => {
    const usage = { input: 100_000, cacheRead: 80_000, cacheWrite: 15_000, output: 1_000 };
    const prices = known(ANTHROPIC, "claude-sonnet-4-5");
    const fresh = 5_000 * 3 + 80_000 * 0.3 + 1_000 * 15;
    expect(costOf(usage, prices)).toBeCloseTo((fresh + 15_000 * 3.75) / 1e6, 12);
    expect(costOf({ ...usage, cacheWrite1h: 10_000 }, prices)).toBeCloseTo(
      (fresh + 5_000 * 3.75 + 10_000 * 6) / 1e6,
      12,
    );
  });

  it("depends on the service tier", () => {
    const usage = { input: 1_000, output: 1_000 };
    const prices = known(OPENAI, "gpt-5.6");
    expect(costOf(usage, prices)).toBeCloseTo(0.024, 12);
    expect(costOf(usage, prices, { tier: "default" })).toBeCloseTo(0.024, 12);
    expect(costOf(usage, prices, { tier: "flex" })).toBeCloseTo(0.012, 12);
    expect(costOf(usage, prices, { tier: "priority" })).toBeCloseTo(0.048, 12);
  });

  it("rises for all tokens of a prompt that is longer than the threshold", () => {
    const prices = known(OPENAI, "gpt-5.6");
    expect(costOf({ input: 272_000, output: 0 }, prices)).toBeCloseTo(272_000 * 4e-6, 12);
    expect(costOf({ input: 272_001, output: 10 }, prices)).toBeCloseTo(272_001 * 8e-6 + 10 * 30e-6, 12);
    expect(costOf({ input: 272_001, output: 10 }, prices, { tier: "flex" })).toBeCloseTo(
      272_001 * 4e-6 + 10 * 15e-6,
      12,
    );
  });

  it("is not known for a long prompt of a tier whose price for it is not", () => {
    const prices = known({ baseUrl: "https://generativelanguage.googleapis.com" }, "gemini-2.5-pro");
    expect(costOf({ input: 200_000, output: 0 }, prices, { tier: "flex" })).toBeCloseTo(200_000 * 0.625e-6, 12);
    expect(costOf({ input: 200_001, output: 0 }, prices, { tier: "flex" })).toBeUndefined();
    expect(costOf({ input: 200_001, output: 0 }, prices, { tier: "priority" })).toBeCloseTo(200_001 * 4.5e-6, 12);
    expect(costOf({ input: 200_001, output: 0 }, prices)).toBeCloseTo(200_001 * 2.5e-6, 12);
  });

  it("has another price for reasoning where the provider has one", () => {
    const prices = { input: 1, output: 2, reasoning: 3, variants: [], factors: {} };
    expect(costOf({ input: 10, output: 100, reasoning: 40 }, prices)).toBeCloseTo((10 + 60 * 2 + 40 * 3) / 1e6, 15);
  });

  it("is never negative, whatever a provider counts", () => {
    const odd = { input: 5, cacheRead: 50, cacheWrite: 3, output: 2, reasoning: 90 };
    expect(costOf({ ...odd, cacheWrite1h: 900 }, known(OPENAI, "gpt-5.6"))).toBeGreaterThan(0);
    expect(costOf({}, known(OPENAI, "gpt-5.6"))).toBe(0);
  });
});

describe.skipIf(!HERE)("The generated table", () => {
  const table = HERE ? readFileSync(TABLE, "utf8") : "{}";
  const entries = Object.entries(JSON.parse(table) as Record<string, Record<string, unknown>>);
  const services = {
    openai: [OPENAI, ""],
    anthropic: [ANTHROPIC, ""],
    gemini: [{ baseUrl: "https://generativelanguage.googleapis.com" }, "gemini/"],
    xai: [{ baseUrl: "https://api.x.ai/v1" }, "xai/"],
    mistral: [{ baseUrl: "https://api.mistral.ai/v1" }, "mistral/"],
    bedrock_converse: [BEDROCK, ""],
  } as const;

  it.each(Object.entries(services))("agrees with its source on every model of %s", (service, [provider, prefix]) => {
    const models = entries.filter(([, entry]) => entry.litellm_provider === service);
    expect(models.length).toBeGreaterThan(20);
    for (const [name, entry] of models) {
      if (typeof entry.input_cost_per_token !== "number" || entry.tiered_pricing !== undefined) continue;
      if (entries.some(([other]) => other === `${prefix}${name}` && other !== name)) continue;
      const model = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      const { input, output, cacheRead, variants } = known(...inRegion(provider, model));
      expect([model, input, output, cacheRead]).toEqual([
        model,
        perMillion(entry.input_cost_per_token),
        perMillion(entry.output_cost_per_token) ?? 0,
        perMillion(entry.cache_read_input_token_cost),
      ]);
      for (const { above, tier, input: more } of variants) {
        const suffix = `${above === 0 ? "" : `_above_${above / 1000}k_tokens`}${tier === undefined ? "" : `_${tier}`}`;
        expect([model, suffix, more]).toEqual([model, suffix, perMillion(entry[`input_cost_per_token${suffix}`]) ?? 0]);
      }
      if (output > 0) expect([model, variants.filter((variant) => variant.output === 0)]).toEqual([model, []]);
    }
  });
});

/** The provider of a model whose name says its region. */
function inRegion(provider: { baseUrl: string }, name: string): [{ baseUrl: string }, string] {
  const [, region, model] = /^bedrock\/([a-z]+(?:-[a-z]+)+-\d)\/(.*)$/.exec(name) ?? [];
  if (region === undefined || model === undefined) return [provider, name];
  return [{ baseUrl: `https://bedrock-runtime.${region}.amazonaws.com` }, model];
}

function perMillion(price: unknown): number | undefined {
  return typeof price === "number" ? Number((price * 1e6).toPrecision(12)) : undefined;
}
