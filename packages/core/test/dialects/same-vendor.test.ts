// Two APIs of one vendor, or with the same models, share most settings: none of those is lost on the way, in either direction.
import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

type Row = readonly [what: string, one: JsonObject, other: JsonObject];

const SCHEMA: Json = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const IMAGE = { mimeType: "image/png", data: "aGk=" };

/** Fields of generateContent, and of Interactions. */
const GOOGLE: readonly Row[] = [
  [
    "the limit of the output",
    { generationConfig: { maxOutputTokens: 9 } },
    { generation_config: { max_output_tokens: 9 } },
  ],
  ["the seed", { generationConfig: { seed: 3 } }, { generation_config: { seed: 3 } }],
  [
    "stop sequences",
    { generationConfig: { stopSequences: ["END"] } },
    { generation_config: { stop_sequences: ["END"] } },
  ],
  [
    "the level of thinking",
    { generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } } },
    { generation_config: { thinking_level: "low" } },
  ],
  [
    "the format",
    { generationConfig: { responseMimeType: "application/json", responseJsonSchema: SCHEMA } },
    { response_format: { type: "text", mime_type: "application/json", schema: SCHEMA } },
  ],
  [
    "safety settings",
    { safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_ONLY_HIGH" }] },
    { safety_settings: [{ type: "harassment", threshold: "block_only_high" }] },
  ],
  ["the service tier", { serviceTier: "flex" }, { service_tier: "flex" }],
  ["cached content", { cachedContent: "cachedContents/1" }, { cached_content: "cachedContents/1" }],
  ["Google Search", { tools: [{ googleSearch: {} }] }, { tools: [{ type: "google_search" }] }],
  [
    "Google Maps",
    { tools: [{ googleMaps: { enableWidget: true } }] },
    { tools: [{ type: "google_maps", enable_widget: true }] },
  ],
  ["the pages of a URL", { tools: [{ urlContext: {} }] }, { tools: [{ type: "url_context" }] }],
  ["code that Google runs", { tools: [{ codeExecution: {} }] }, { tools: [{ type: "code_execution" }] }],
  ...["low", "medium", "high", "ultra_high"].map(
    (resolution): Row => [
      `the resolution ${resolution}`,
      {
        contents: [
          {
            role: "user",
            parts: [
              { inlineData: IMAGE, mediaResolution: { level: `MEDIA_RESOLUTION_${resolution.toUpperCase()}` } },
              { text: "What is it?" },
            ],
          },
        ],
      },
      {
        input: [
          {
            type: "user_input",
            content: [
              { type: "image", data: IMAGE.data, mime_type: IMAGE.mimeType, resolution },
              { type: "text", text: "What is it?" },
            ],
          },
        ],
      },
    ],
  ),
];

const GEMINI = { contents: [{ role: "user", parts: [{ text: "Hi" }] }] };
const INTERACTION = {
  model: "gemini-3.8-flash",
  input: [{ type: "user_input", content: [{ type: "text", text: "Hi" }] }],
  store: false,
};

const LOSSES_THAT_COUNT = new Set(["content", "setting"]);

function translated(client: string, provider: string, body: JsonObject): JsonObject {
  const bridge = createBridge({ client, provider, providerModel: "gemini-3.8-flash" });
  const { value, losses } = bridge.request(body);
  expect(losses.filter(({ level }) => LOSSES_THAT_COUNT.has(level))).toEqual([]);
  return value as JsonObject;
}

describe("between Gemini and Interactions, nothing is lost of", () => {
  it.each(GOOGLE)("%s", (_, gemini, interactions) => {
    expect(translated("gemini", "gemini-interactions", { ...GEMINI, ...gemini })).toMatchObject(interactions);
    expect(translated("gemini-interactions", "gemini", { ...INTERACTION, ...interactions })).toMatchObject(gemini);
  });

  it("labels, which the Gemini API does not take from others", () => {
    const labels = { team: "birds" };
    expect(translated("gemini", "gemini-interactions", { ...GEMINI, labels })).toMatchObject({ labels });
  });
});

describe("metadata of other clients", () => {
  const labelled = (metadata: JsonObject) =>
    createBridge({ client: "openai-chat", provider: "gemini-interactions", providerModel: "gemini-3.8-flash" }).request(
      {
        model: "gpt-5.6",
        messages: [{ role: "user", content: "Hi" }],
        metadata,
      },
    );

  it.each([
    ["a key in capitals", { Team: "birds" }],
    ["a value with spaces", { team: "two birds" }],
    ["a long value", { team: "b".repeat(64) }],
    ["65 of them", Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`key-${index}`, "v"]))],
  ])("with %s are lost, because Google refuses such labels", (_, metadata) => {
    const { value, losses } = labelled(metadata);
    expect(value).not.toHaveProperty("labels");
    expect(losses.map(({ path }) => path)).toEqual(["/metadata"]);
  });

  it("become labels where Google takes all of them", () => {
    const { value, losses } = labelled({ team: "birds", stage: "" });
    expect(value).toMatchObject({ labels: { team: "birds", stage: "" } });
    expect(losses).toEqual([]);
  });
});

describe("the resolution of an image", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=", detail: "low" } };
  const chat = { model: "gpt-5.6", messages: [{ role: "user", content: [image, { type: "text", text: "?" }] }] };
  const asked = (providerModel: string) =>
    createBridge({ client: "openai-chat", provider: "gemini", providerModel }).request(chat);

  it("is a loss for models that have one for all media alone", () => {
    const { value, losses } = asked("gemini-2.5-flash");
    expect(JSON.stringify(value)).not.toContain("mediaResolution");
    expect(losses.map(({ path }) => path)).toEqual(["/messages/0/content/0/image_url/detail"]);
  });

  it("is kept for newer ones", () => {
    expect(JSON.stringify(asked("gemini-3.8-flash").value)).toContain(
      '"mediaResolution":{"level":"MEDIA_RESOLUTION_LOW"}',
    );
  });
});
