import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { type GatewaySetup, startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream, type TestUpstream } from "../support/upstream.ts";

/** A provider that lists models; where it has none, it is not a server for that. */
function listing(...names: readonly string[]): Promise<TestUpstream> {
  return startUpstream((_, response) =>
    names.length === 0
      ? answerJson(response, 404, {})
      : answerJson(response, 200, { object: "list", data: names.map((id) => ({ id, object: "model" })) }),
  );
}

async function modelsOf(setup: GatewaySetup, headers: Record<string, string> = {}) {
  const { url } = await startGateway(setup);
  return async (): Promise<string[]> => {
    const response = await fetch(`${url}/v1/models`, { headers });
    return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
}

const chatAt = ({ url }: TestUpstream) => ({ dialect: "openai-chat", baseUrl: `${url}/v1` });

describe("the list of models, where the config names none", () => {
  it("is what the providers list, and is asked for once", async () => {
    const [first, second, none] = await Promise.all([listing("qwen3:8b", "gemma4"), listing("gpt-5.6"), listing()]);
    const list = await modelsOf({ providers: { a: chatAt(first), b: chatAt(second), c: chatAt(none) } });
    const all = ["a/qwen3:8b", "a/gemma4", "b/gpt-5.6"];
    expect(await Promise.all([list(), list()])).toEqual([all, all]);
    expect(await list()).toEqual(all);
    expect([first, second, none].map(({ received }) => received.length)).toEqual([1, 1, 1]);
    expect(first.received[0]).toMatchObject({ method: "GET", url: "/v1/models" });
  });

  it("has the models that a key may use", async () => {
    const upstream = await listing("gpt-5.6", "gpt-4.1");
    const keys = [{ name: "ann", sha256: await sha256("secret"), concurrency: 0, models: ["a/gpt-4*"] }];
    const list = await modelsOf({ providers: { a: chatAt(upstream) }, keys }, { authorization: "Bearer secret" });
    expect(await list()).toEqual(["a/gpt-4.1"]);
  });

  it("is the same on the gateway's page, and where the inspector offers models", async () => {
    const upstream = await listing("gpt-5.6", "gpt-4.1");
    const keys = [{ name: "ann", sha256: await sha256("secret"), concurrency: 0, models: ["a/gpt-4*"] }];
    const textAt = async (path: string, isEnabled: boolean) => {
      const { url } = await startGateway({
        providers: { a: chatAt(upstream) },
        keys,
        inspector: { enabled: isEnabled },
      });
      return (await fetch(`${url}${path}`, { headers: { authorization: "Bearer secret" } })).text();
    };
    expect(await textAt("/", false)).toContain("<ul><li><code>a/gpt-4.1</code></li></ul>");
    expect(JSON.parse(await textAt("/_inspector/models", true))).toMatchObject({ models: ["a/gpt-4.1"] });
  });

  it("does not wait long for a provider that does not respond", async () => {
    const [silent, other] = await Promise.all([startUpstream(() => {}), listing("gpt-5.6")]);
    const list = await modelsOf({ providers: { a: chatAt(silent), b: chatAt(other) } });
    expect(await list()).toEqual(["b/gpt-5.6"]);
  });

  it("is not waited for by the inspector's start page", async () => {
    const silent = await startUpstream(() => {});
    const { url } = await startGateway({ providers: { a: chatAt(silent) }, inspector: { enabled: true } });
    expect(await (await fetch(`${url}/_inspector/start`)).json()).toMatchObject({ providers: [{ name: "a" }] });
    expect(silent.received).toEqual([]);
  });

  it("is not waited for by the first part of the gateway's page, nor by a request for its head", async () => {
    const silent = await startUpstream(() => {});
    const { url } = await startGateway({ providers: { a: chatAt(silent) }, inspector: { enabled: false } });
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    expect(silent.received).toEqual([]);
    const { body } = await fetch(url);
    const first = await body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/Toolglot.*health.*metrics<\/a><\/p>\n$/s);
  });

  it("is not asked for where the config names models", async () => {
    const upstream = await listing("gpt-5.6");
    const routes = [{ match: "fast", to: [{ provider: "a", model: "gpt-4.1" }] }];
    const list = await modelsOf({ providers: { a: chatAt(upstream) }, routes });
    expect(await list()).toEqual(["fast", "a/gpt-4.1"]);
    expect(upstream.received).toEqual([]);
  });
});
