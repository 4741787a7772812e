import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { SIMULATED } from "../../src/providers/simulated.ts";
import { errorIn, POLL_OPTIONS, post } from "../clients/requests.ts";
import { openai } from "../responses-state/clients.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const REPLY = {
  object: "list",
  data: [{ object: "embedding", index: 0, embedding: [0.1, -0.25, 1e-7] }],
  model: "text-embedding-3-small-v2",
  usage: { prompt_tokens: 1000, total_tokens: 1000 },
};

describe("POST /v1/embeddings", () => {
  it.each(["openai-chat", "openai-responses", "openrouter", "ollama"])(
    "is passed on to a provider of %s",
    async (dialect) => {
      const upstream = await startUpstream((_, response) => answerJson(response, 200, REPLY));
      const baseUrl = dialect === "ollama" ? upstream.url : `${upstream.url}/v1`;
      const gateway = await startGateway({ providers: { one: { dialect, baseUrl } } });
      const client = openai(gateway);
      const { data, usage, model } = await client.embeddings.create({
        model: "one/e",
        input: "x",
        encoding_format: "float",
      });
      expect([data[0]?.embedding, usage, model]).toEqual([[0.1, -0.25, 1e-7], REPLY.usage, "one/e"]);
      expect(upstream.received).toMatchObject([
        { method: "POST", url: "/v1/embeddings", headers: { authorization: "Bearer key-of-one" } },
      ]);
      expect(JSON.parse(upstream.received[0]?.body ?? "")).toEqual({
        model: "e",
        input: "x",
        encoding_format: "float",
      });
    },
  );

  it("is logged with usage and cost, and answered with the headers of a response", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, REPLY));
    const openaiProvider = { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` };
    const key = { name: "ann", sha256: await sha256("key-of-ann"), concurrency: 0 };
    const gateway = await startGateway({ providers: { openai: openaiProvider }, keys: [key] });
    const body = { model: "openai/text-embedding-3-small", input: "x" };
    const reply = await post(gateway.url, "/v1/embeddings", body, { headers: { authorization: "Bearer key-of-ann" } });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "x-toolglot-target": "openai/text-embedding-3-small",
      "x-toolglot-attempts": "1",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    expect(await gateway.requests(1)).toMatchObject([
      { path: "/v1/embeddings", key: "ann", provider: "openai", usage: { input: 1000 }, outcome: "success" },
    ]);
  });

  it("is retried, and then sent to the next target", async () => {
    const broken = await startUpstream((_, response) => answerJson(response, 500, { error: { message: "no" } }));
    const sound = await startUpstream((_, response) => answerJson(response, 200, REPLY));
    const gateway = await startGateway({
      providers: {
        broken: { dialect: "openai-chat", baseUrl: `${broken.url}/v1` },
        claude: { dialect: "anthropic", baseUrl: "http://127.0.0.1:9" },
        sound: { dialect: "openai-chat", baseUrl: `${sound.url}/v1` },
      },
      routes: [
        { match: "*", to: [{ provider: "broken" }, { provider: "claude" }, { provider: "sound", model: "other" }] },
      ],
    });
    expect((await openai(gateway).embeddings.create({ model: "e", input: "x" })).model).toBe("e");
    expect(broken.received).toHaveLength(3);
    const [record] = await gateway.requests(1);
    expect(record?.attempts?.map(({ provider, status }) => `${provider} ${status}`)).toEqual([
      "broken 500",
      "broken 500",
      "broken 500",
      "sound 200",
    ]);
  });

  it("says what to do where the provider has none", async () => {
    const gateway = await startGateway({ providers: { claude: { dialect: "anthropic", baseUrl: SIMULATED } } });
    const reply = await post(gateway.url, "/v1/embeddings", { model: "claude/x", input: "x" });
    expect(errorIn("openai-chat", reply.status, await reply.text())).toBe(
      "the provider claude has no embeddings API (its dialect is anthropic): request a model of a provider that has one, as PROVIDER/MODEL or by a route",
    );
  });

  it.each([
    ["no model", { input: "x" }, 400, "the request names no model"],
    ["an unknown model", { model: "nobody/x", input: "x" }, 404, "nobody"],
    ["what the provider refuses", { model: "one/x", input: "x" }, 422, "the input is odd"],
    ["a body that is too large", { model: "one/x", input: "x".repeat(3000) }, 413, "larger than 2000 bytes"],
  ])("is refused with %s", async (_, body, status, message) => {
    const upstream = await startUpstream((__, response) =>
      answerJson(response, 422, { error: { message: "the input is odd", type: "invalid_request_error", code: null } }),
    );
    const providers = { one: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } };
    const gateway = await startGateway({ providers, routes: [], server: { maxBody: 2000 } });
    const reply = await post(gateway.url, "/v1/embeddings", body);
    expect(reply.status).toBe(status);
    expect(errorIn("openai-chat", reply.status, await reply.text())).toContain(message);
  });

  it("is no success if there are no embeddings in the response", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, {}));
    const gateway = await startGateway({
      providers: { one: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    await expect(openai(gateway).embeddings.create({ model: "e", input: "x" })).rejects.toMatchObject({ status: 502 });
  });

  it("ends at the provider when the client leaves", async () => {
    const upstream = await startUpstream(() => {});
    const gateway = await startGateway({
      providers: { one: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const abort = new AbortController();
    const asked = openai(gateway).embeddings.create({ model: "e", input: "x" }, { signal: abort.signal });
    await expect.poll(() => upstream.received.length, POLL_OPTIONS).toBe(1);
    abort.abort();
    await expect(asked).rejects.toThrow(OpenAI.APIUserAbortError);
    await expect.poll(() => upstream.aborted.count, POLL_OPTIONS).toBe(1);
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
  });

  it("is answered by the simulated provider with the same vector for the same text", async () => {
    const gateway = await startGateway({ providers: { sim: { dialect: "openai-chat", baseUrl: SIMULATED } } });
    const create = (input: string) => openai(gateway).embeddings.create({ model: "sim/e", input, dimensions: 16 });
    const [one, same, other] = await Promise.all([create("a"), create("a"), create("b")]);
    expect(one.data[0]?.embedding).toHaveLength(16);
    expect(same.data).toEqual(one.data);
    expect(other.data).not.toEqual(one.data);
    await expect(
      openai(gateway).embeddings.create({ model: "sim/fault-status-429", input: "x" }),
    ).rejects.toMatchObject({
      status: 429,
    });
  });
});
