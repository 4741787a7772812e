import { createServer, type RequestListener, type Server } from "node:http";
import type { DialectId } from "@toolglot/core";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { portOf } from "../../../../test/support/port.ts";
import type { Provider } from "../../src/config/config.ts";
import { defaultProvider } from "../../src/config/providers.ts";
import { probeProvider } from "../../src/exchange/probe-provider.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { nodeSend } from "../../src/transports/node/send.ts";

const { send, close } = nodeSend();
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

afterAll(close);

async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

const provider = (baseUrl: string, dialect: DialectId = "openai-chat") =>
  defaultProvider({ name: "it", dialect, baseUrl, apiKey: "a-key" });

describe("a probe", () => {
  it.each<[DialectId, string]>([
    ["openai-chat", "/v1"],
    ["openai-responses", "/v1"],
    ["openrouter", "/api/v1"],
    ["anthropic", ""],
    ["gemini", ""],
    ["ollama", ""],
  ])("counts the models of %s", async (dialect, path) => {
    const simulated = await startSimulator();
    const probe = await probeProvider(provider(simulated.url + path, dialect), send, 10_000);
    await simulated.close();
    expect(probe).toMatchObject({ state: "ok", status: 200 });
    expect(probe.models).toBeGreaterThan(0);
  });

  it.each([
    [401, { state: "refused", status: 401 }],
    [403, { state: "refused", status: 403 }],
    [400, { state: "refused", status: 400 }],
    [404, { state: "ok", status: 404 }],
    [503, { state: "unreachable", status: 503, message: "it responds with 503" }],
    [302, { state: "unreachable", message: "redirects are not followed" }],
  ])("understands the status %i", async (status, expected) => {
    const url = await serverWith((_, response) => response.writeHead(status, { location: "/" }).end("{}"));
    expect(await probeProvider(provider(url), send, 10_000)).toEqual(expected);
  });

  it("sends the key, and reports a response that is not JSON", async () => {
    let seen: string | undefined;
    const url = await serverWith((request, response) => {
      seen = request.headers.authorization;
      response.end("<html>");
    });
    expect(await probeProvider(provider(url), send, 10_000)).toMatchObject({ state: "unreachable" });
    expect(seen).toBe("Bearer a-key");
  });

  it("has a time limit", async () => {
    const url = await serverWith(() => {});
    expect(await probeProvider(provider(url), send, 50)).toMatchObject({ state: "unreachable" });
  });

  it("finds that nothing listens", async () => {
    expect(await probeProvider(provider("http://127.0.0.1:9"), send, 10_000)).toMatchObject({ state: "unreachable" });
  });

  it("lists the models of a platform with its credentials", async () => {
    let seen = "";
    const url = await serverWith(({ url: path, headers }, response) => {
      seen = `${path} ${headers.authorization?.split(",")[0]}`;
      response.end('{"modelSummaries":[{"modelId":"a"},{"modelId":"b"}]}');
    });
    const keys = { accessKeyId: "AKID", secretAccessKey: "s" };
    const bedrock: Provider = {
      ...provider(url, "anthropic"),
      apiKey: "",
      platform: { name: "bedrock", region: "us-east-1" },
      auth: { type: "aws", keys },
    };
    expect(await probeProvider(bedrock, send, 10_000)).toMatchObject({ state: "ok", models: 2 });
    expect(seen).toMatch(
      /^\/foundation-models AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/bedrock\/aws4_request$/,
    );
  });

  it("says why credentials cannot be obtained", async () => {
    const withoutKeys: Provider = { ...provider("http://127.0.0.1:9"), apiKey: "", auth: { type: "gcp" } };
    expect(await probeProvider(withoutKeys, send, 10_000)).toMatchObject({
      state: "no-credentials",
      message: expect.stringMatching(/^auth: gcp cannot be used here.* programs$/),
      fix: "put the credentials into the config",
    });
  });
});
