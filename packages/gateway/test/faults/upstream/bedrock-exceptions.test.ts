import { beforeAll, describe, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../../src/sim/server.ts";
import { DIALECTS, errorIn, post, requestFor } from "../../clients/requests.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../../support/gateway.ts";
import { NO_RETRIES } from "./harness.ts";

/** The statuses that clients may get for an exception that a stream begins with; vendors differ. */
const EXCEPTIONS: Readonly<Record<string, readonly number[]>> = {
  throttling: [429],
  validation: [400],
  "internal-server": [500, 502],
  "model-stream-error": [500, 502],
  "service-unavailable": [503, 529],
};

const DAMAGES = ["bad-crc", "bad-prelude", "bad-payload", "bad-length", "short-message"];

/** How Bedrock is asked: by Converse, or by InvokeModel. */
const providersAt = (baseUrl: string): GatewaySetup["providers"] => ({
  converse: { dialect: "bedrock", baseUrl, retries: NO_RETRIES },
  invoke: {
    dialect: "anthropic",
    baseUrl,
    platform: { name: "bedrock", region: "us-east-1" },
    auth: { type: "bearer", token: "t" },
    retries: NO_RETRIES,
  },
});

describe.each(["converse", "invoke"])("a stream of Bedrock (%s)", (provider) => {
  let sim: SimServer;
  beforeAll(async () => {
    sim = await startSimulator();
    return () => sim.close();
  });

  const start = (): Promise<TestGateway> => startGateway({ providers: providersAt(sim.url) });

  it.each(DIALECTS)("that begins with an exception is that error for clients of %s", async (client) => {
    const { url } = await start();
    for (const [name, statuses] of Object.entries(EXCEPTIONS)) {
      const { path, body } = requestFor(client, { model: `${provider}/fault-exception-${name}@0`, streams: true });
      const response = await post(url, path, body, { headers: { "anthropic-version": "2023-06-01" } });
      expect(statuses, name).toContain(response.status);
      expect(errorIn(client, response.status, await response.text())).toContain("was asked for a");
    }
  });

  it.each(DIALECTS)("that breaks off with an exception is no success for clients of %s", async (client) => {
    const gateway = await start();
    const names = Object.keys(EXCEPTIONS);
    for (const name of names) {
      const { path, body } = requestFor(client, { model: `${provider}/fault-exception-${name}@5`, streams: true });
      const text = await (await post(gateway.url, path, body)).text();
      expect(text, name).toContain("The simulated provider was asked for a");
    }
    expect((await gateway.requests(names.length)).map(({ outcome }) => outcome)).toEqual(names.map(() => "error"));
  });

  it.each(DIALECTS)("whose bytes are damaged is no success for clients of %s", async (client) => {
    const gateway = await start();
    for (const name of DAMAGES) {
      const { path, body } = requestFor(client, { model: `${provider}/fault-${name}@5`, streams: true });
      await (await post(gateway.url, path, body)).text();
    }
    const records = await gateway.requests(DAMAGES.length);
    expect(records.map(({ errorType }) => errorType)).toEqual(DAMAGES.map(() => "upstream_truncated"));
  });
});
