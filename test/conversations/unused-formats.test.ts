import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";

const SCHEMA = { type: "object", properties: { verdict: { type: "string" } } };
const MESSAGES = [{ role: "user", content: "Hi" }];
const chat = (format: JsonObject): JsonObject => ({ model: "gpt-4.1", messages: MESSAGES, response_format: format });
const responses = (format: JsonObject): JsonObject => ({ model: "gpt-4.1", input: "Hi", text: { format } });
const gemini = (generationConfig: JsonObject): JsonObject => ({
  contents: [{ role: "user", parts: [{ text: "Hi" }] }],
  generationConfig,
});

/** Requests whose format has a schema that does not count, or is of a kind that others do not have; what has to be reported. */
const REQUESTS: readonly (readonly [client: string, body: JsonObject, lost: string])[] = [
  [
    "openai-chat",
    chat({ type: "text", json_schema: { name: "a", schema: SCHEMA } }),
    "/response_format/json_schema/schema",
  ],
  [
    "openai-chat",
    chat({ type: "json_object", json_schema: { schema: SCHEMA } }),
    "/response_format/json_schema/schema",
  ],
  ["openai-chat", chat({ type: "grammar", grammar: 'root ::= "verdict"' }), "/response_format/type"],
  ["openai-responses", responses({ type: "text", name: "a", schema: SCHEMA }), "/text/format/schema"],
  ["openai-responses", responses({ type: "grammar" }), "/text/format/type"],
  ["gemini", gemini({ responseSchema: SCHEMA }), "/generationConfig/responseSchema"],
  ["gemini", gemini({ responseMimeType: "text/plain", responseSchema: SCHEMA }), "/generationConfig/responseSchema"],
  [
    "gemini",
    gemini({ responseMimeType: "text/x.enum", responseSchema: { type: "STRING", enum: ["verdict"] } }),
    "/generationConfig/responseSchema",
  ],
];

describe.each(REQUESTS)("from %s, a format such as %o", (client, body, lost) => {
  it.each(DIALECTS.filter((provider) => provider !== client))("is left out and reported for %s", (provider) => {
    const { value, losses } = createBridge({ client, provider, providerModel: "m" }).request(body);
    expect(legality[provider]?.request(value)).toEqual([]);
    expect(JSON.stringify(value)).not.toMatch(/verdict|grammar/);
    expect(losses).toContainEqual(expect.objectContaining({ path: lost, level: "content" }));
  });

  it(`is left alone for ${client}`, () => {
    expect(createBridge({ client, provider: client }).request(body).value).toEqual(body);
  });
});
