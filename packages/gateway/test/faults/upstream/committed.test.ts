import { type Json, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { textStep } from "../../../src/sim/steps.ts";
import { DIALECTS } from "../../matrix/clients/index.ts";
import { type Run, useMemory } from "./harness.ts";
import { expectAnswered, expectBroken } from "./outcomes.ts";
import { AFTER } from "./table.ts";

const KEEP_ALIVE = 60;

/** A slow stream begins before its first output, so that proxies do not close an idle connection. */
const harness = useMemory(({ simulator }) => {
  const late = (status: number, type: string, body: string) => () => [
    { type: "wait" as const, ms: KEEP_ALIVE * 2.5 },
    { type: "head" as const, status, headers: { "content-type": type } },
    textStep(body),
    { type: "end" as const },
  ];
  simulator.define("late-status", late(503, "application/json", '{"error":{"message":"busy"}}'));
  simulator.define("late-page", late(200, "text/html", "Sign in"));
  return { server: { commitAfter: 20, keepAlive: KEEP_ALIVE } };
});

function turned(runs: readonly Promise<Run>[]): Promise<Run[]> {
  return harness.network.clock.turnUntil(Promise.all(runs));
}

describe("a client of any dialect, whose stream began before the first output", () => {
  it("F18, F19: gets an error in the stream if no output comes, without a retry", async () => {
    const runs = DIALECTS.flatMap((client) =>
      DIALECTS.map((provider) => harness.run({ client, streams: true, model: `short-${provider}/fault-hang` })),
    );
    for (const run of await turned(runs)) {
      expectBroken(run, /^first_byte_timeout$/);
      expect(run.record.attempts).toHaveLength(1);
    }
  });

  it.each(["late-status", "late-page"])("F15, F17: gets an error in the stream for a %s", async (model) => {
    const runs = DIALECTS.map((client) => harness.run({ client, streams: true, model: `openai-chat/${model}@0` }));
    for (const run of await turned(runs)) {
      expectBroken(run, /^(?:503|upstream_invalid)$/);
      expect(run.record.attempts).toHaveLength(1);
      expect(run.text).not.toContain("Sign in");
    }
  });

  it("gets a late response", async () => {
    const runs = DIALECTS.map((client) =>
      harness.run({ client, streams: true, model: "openai-chat/fault-slow-head@800" }),
    );
    for (const run of await turned(runs)) {
      expectAnswered(run);
      if (run.request.client === "openai-chat") expect(run.text).toMatch(/^: keep-alive\n\n/);
    }
  });
});

describe("a client of gemini that asks for a JSON array", () => {
  it.each(DIALECTS)("F21: gets an error in the last element if %s breaks off", async (provider) => {
    const address = `${harness.network.gatewayUrl}/v1beta/models/${provider}/fault-reset@${AFTER}:streamGenerateContent`;
    const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
    const headers = { "content-type": "application/json" };
    const items = parseJson(
      await (await harness.network.fetch(address, { method: "POST", headers, body })).text(),
    ) as Json[];
    expect(items.length).toBeGreaterThan(1);
    expect(items.at(-1)).toMatchObject({ error: { code: 502 } });
    expect(JSON.stringify(items)).not.toContain("finishReason");
  });
});
