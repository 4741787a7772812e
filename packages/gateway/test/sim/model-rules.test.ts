import { existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { byExtent } from "../../../../test/support/extent.ts";
import { RefusedRequest } from "../../src/sim/refused-request.ts";
import { checkAnthropic } from "../../src/sim/rules/anthropic.ts";
import { checkBedrock } from "../../src/sim/rules/bedrock.ts";
import { checkGemini } from "../../src/sim/rules/gemini.ts";
import { checkInteraction } from "../../src/sim/rules/gemini-interactions.ts";
import { checkChat } from "../../src/sim/rules/openai-chat.ts";
import { checkResponses } from "../../src/sim/rules/openai-responses.ts";
import { CONTENT, settings } from "./model-requests.ts";

/** LiteLLM's table of models; without it, some of each vendor's. */
const TABLE = new URL("../../../../../shared/facts/models.litellm.json", import.meta.url);
if (!existsSync(TABLE)) console.warn("SKIPPED: the table of models is not here; only a few models are asked");

const FEW = [
  ...["claude-3-5-haiku-20241022", "claude-sonnet-4-5", "claude-opus-4-6", "claude-opus-4-8", "claude-sonnet-5"],
  ...["claude-opus-5", "claude-opus-5-5", "claude-haiku-5-5", "claude-mythos-5-1", "claude-fable-5-2"],
  ...["gpt-4.1", "o3", "o4-mini", "gpt-5", "gpt-5.1", "gpt-5.4", "gpt-5.6", "gpt-6-sol", "gpt-6-astra", "gpt-6.1-sol"],
  ...["gemini-2.0-flash", "gemini-2.5-pro", "gemini-2.5-flash-lite", "gemini-3.5-flash", "gemini-3.8-flash"],
  ...["gemini-3.1-pro-preview", "gemini-4-argon", "gemma-3-27b-it"],
];
const LISTED = existsSync(TABLE) ? Object.keys(JSON.parse(readFileSync(TABLE, "utf8")) as JsonObject) : [];
const MODELS = [...new Set([...FEW, ...LISTED.map((name) => name.slice(name.lastIndexOf("/") + 1))])];

/** Who serves a model, and who says whether the vendor takes what is sent to it. */
const SERVED: readonly (readonly [
  provider: string,
  models: RegExp,
  check: (body: JsonObject, model: string) => void,
])[] = [
  ["anthropic", /claude-/, (body) => checkAnthropic({ ...WIRE, body, headers: { "anthropic-version": "2023-06-01" } })],
  ["gemini", /^gem(?:ini|ma)-/, checkGemini],
  ["gemini-interactions", /^gemini-/, checkInteraction],
  ["bedrock", /claude-|amazon\.nova-/, (body, model) => checkBedrock(body, { model, isCount: false })],
  ["openai-chat", /^(?:gpt-\d|o\d)/, checkChat],
  ["openai-responses", /^(?:gpt-\d|o\d)/, checkResponses],
];

const WIRE = { method: "POST", path: "/", query: new URLSearchParams(), counts: false } as never as Parameters<
  typeof checkAnthropic
>[0];

/** The dialects whose requests have their model in the path. */
const MODEL_IN_PATH: ReadonlySet<string> = new Set(["gemini", "bedrock"]);

function refusalOf(
  check: (body: JsonObject, model: string) => void,
  body: JsonObject,
  model: string,
): string | undefined {
  try {
    check(body, model);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedRequest) return error.message;
    throw error;
  }
}

describe.each(SERVED)("what is sent to %s", (provider, pattern, check) => {
  const models = MODELS.filter((model) => pattern.test(model));

  it.each(Object.entries(CONTENT))("for a client of %s is accepted by all of its models", (client, say) => {
    const model = fc.constantFrom(...models);
    fc.assert(
      fc.property(model, settings, (providerModel, wish) => {
        const body = MODEL_IN_PATH.has(client) ? say(wish) : { model: "some-model", ...say(wish) };
        const { value } = createBridge({ client, provider, providerModel }).request(body);
        expect(refusalOf(check, value, providerModel)).toBeUndefined();
      }),
      { numRuns: byExtent({ quick: 30, sample: 1_500, all: 15_000 }) },
    );
  });
});
