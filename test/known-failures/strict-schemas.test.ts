import { describe, expect, it } from "vitest";
import { legality } from "../legal/index.ts";
import { createBridge } from "../support/dynamic.ts";
import { object, schemaIn, TURNS } from "./schema-requests.ts";
import { callsIn, comparableCalls } from "./translate.ts";
import { DIALECTS, type Fields, MODELS, withResponse, writeRequest } from "./wire.ts";
import { writeResponse } from "./wire-responses.ts";
import { writeStream } from "./wire-streams.ts";

const GEMINI_CLIENTS = DIALECTS.filter((client) => client !== "gemini");

describe("24: strict mode and optional fields", () => {
  const schema = object(
    {
      city: { type: "string" },
      days: { type: "integer" },
      unit: { type: ["string", "null"], enum: ["C", "F", null] },
      list: { type: "array" },
    },
    { required: ["city"] },
  );
  const tool = { name: "forecast", inputSchema: schema };

  it.each(["openai-chat", "openai-responses"] as const)(
    "nulls that stand for nothing do not come back from %s",
    (provider) => {
      for (const client of GEMINI_CLIENTS) {
        if (client === provider) continue;
        const bridge = createBridge({ client, provider, providerModel: MODELS[provider], profile: "strict" });
        const request = writeRequest(client, { tools: [tool], turns: TURNS });
        const { value } = bridge.request(request);
        expect(legality[provider]?.request(value)).toEqual([]);
        const sentSchema = schemaIn(provider, value);
        expect(sentSchema).toMatchObject({ additionalProperties: false });
        expect(new Set(sentSchema.required as string[])).toEqual(new Set(["city", "days", "unit", "list"]));
        const calls = [
          { id: "call_1", name: "forecast", arguments: '{"city":"Oslo","days":null,"unit":null,"list":null}' },
        ];
        const back = bridge.response(writeResponse(provider, { calls })).value;
        const [call] = callsIn(client, withResponse(client, request, back));
        const input = JSON.parse(call?.arguments ?? "") as Fields;
        expect(input).toMatchObject({ city: "Oslo" });
        expect(input).not.toHaveProperty("days");
        expect(input).not.toHaveProperty("list");
      }
    },
  );

  it("nor in a stream, which then waits for the arguments to be complete", async () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", profile: "strict" });
    bridge.request(writeRequest("anthropic", { tools: [tool], turns: TURNS }));
    const stream = bridge.stream();
    const calls = [
      { id: "call_1", name: "forecast", arguments: '{"city":"Oslo","days":null,"unit":null,"list":null}' },
    ];
    const bytes = writeStream("openai-chat", { calls })
      .map((frame) => stream.push(frame))
      .join("");
    const partial = [...(bytes + stream.end()).matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)];
    const text = partial.map(([, json = '""']) => JSON.parse(json) as string).join("");
    expect(JSON.parse(text)).not.toHaveProperty("days");
    expect(legality.anthropic?.stream(bytes)).toEqual([]);
  });

  it("and the history of a client goes back in the strict form", () => {
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", profile: "strict" });
    const calls = [{ id: "call_1", name: "forecast", arguments: '{"city":"Oslo"}' }];
    const turns = [
      ...TURNS,
      { assistant: { calls } },
      { results: [{ id: "call_1", name: "forecast", content: "Sun" }] },
    ];
    const { value } = bridge.request(writeRequest("anthropic", { tools: [tool], turns }));
    expect(comparableCalls(callsIn("openai-chat", value))).toEqual([
      { name: "forecast", input: { city: "Oslo", days: null, unit: null, list: null } },
    ]);
  });
});
