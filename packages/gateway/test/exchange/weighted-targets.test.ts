import { describe, expect, it } from "vitest";
import type { GatewaySetup } from "../support/gateway.ts";
import { KEYED_MODEL, KeyedProvider } from "../support/keyed-provider.ts";
import { RETRIES } from "./key-pool-setup.ts";

describe("weighted targets of a route", () => {
  const NAMES = ["x", "y", "z"];
  const setup: GatewaySetup = {
    providers: Object.fromEntries(
      NAMES.map((name) => [
        name,
        {
          dialect: "openai-chat",
          baseUrl: `http://${name}.test/v1`,
          apiKey: `sk-${name}`,
          retries: { ...RETRIES, attempts: 0 },
        },
      ]),
    ),
    routes: [
      {
        match: "*",
        balance: "weighted",
        to: [
          { provider: "x", model: KEYED_MODEL, weight: 3 },
          { provider: "y", model: KEYED_MODEL },
          { provider: "z", model: KEYED_MODEL },
        ],
      },
    ],
  };

  it("share conversations by weight, and each stays with its target", async () => {
    const provider = new KeyedProvider(setup);
    for (let index = 0; index < 100; index++) await provider.ask(`prompt ${index}`);
    const first = [...provider.sent];
    for (let index = 0; index < 100; index++) await provider.ask(`prompt ${index}`);
    expect(provider.sent.slice(100)).toEqual(first);
    const share = first.filter((key) => key === "sk-x").length / 100;
    expect(Math.abs(share - 0.6)).toBeLessThan(0.12);
  });

  it("fall back to the others by weight", async () => {
    const provider = new KeyedProvider(setup);
    provider.models.set("sk-x", "fault-status-503");
    const targets = [];
    for (let index = 0; index < 100; index++)
      targets.push((await provider.ask(`prompt ${index}`)).headers.get("x-toolglot-target"));
    const share = targets.filter((target) => target?.startsWith("y/")).length / 100;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
    expect(targets.filter((target) => target?.startsWith("x/"))).toEqual([]);
  });

  it("are tried in order without `balance`", async () => {
    const [route] = setup.routes ?? [];
    const { balance: _, ...ordered } = route ?? { match: "*", to: [] };
    const provider = new KeyedProvider({ ...setup, routes: [ordered] });
    for (let index = 0; index < 20; index++) await provider.ask(`prompt ${index}`);
    expect(new Set(provider.sent)).toEqual(new Set(["sk-x"]));
  });
});
