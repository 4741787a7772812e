import { type Json, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../matrix/clients/index.ts";
import { expectAnswered, expectBroken, useRig } from "./rig.ts";
import { AFTER } from "./table.ts";
import { turns } from "./tcp.ts";

const SILENCE = 60;

/** A stream begins without its first piece where that takes long, so that nobody in between cuts the connection. */
const rig = useRig(({ tcp }) => {
  const late = (answer: string) => async (socket: { end(text: string): unknown }) => {
    await new Promise((resolve) => setTimeout(resolve, SILENCE * 5));
    await turns();
    socket.end(answer);
  };
  tcp.behave("late-status", late('HTTP/1.1 503 Busy\r\ncontent-length: 28\r\n\r\n{"error":{"message":"busy"}}'));
  tcp.behave("late-page", late("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\nSign in"));
  return { server: { commitAfter: 20, keepAlive: SILENCE } };
});

describe("a client of any dialect, whose stream began before the first output", () => {
  it("F18, F19: gets an error in the stream if no output comes, without a retry", async () => {
    const runs = DIALECTS.flatMap((client) =>
      DIALECTS.map((provider) => rig.run({ client, streams: true, model: `hasty-${provider}/fault-hang` })),
    );
    for (const run of await Promise.all(runs)) {
      expectBroken(run, /^first_byte_timeout$/);
      expect(run.record.attempts).toHaveLength(1);
    }
  });

  it.each(["late-status", "late-page"])("F15, F17: gets an error in the stream for a %s", async (model) => {
    const runs = DIALECTS.map((client) => rig.run({ client, streams: true, model: `tcp-openai-chat/${model}@0` }));
    for (const run of await Promise.all(runs)) {
      expectBroken(run, /^(?:503|upstream_invalid)$/);
      expect(run.record.attempts).toHaveLength(1);
      expect(run.text).not.toContain("Sign in");
    }
  });

  it("gets a late response", async () => {
    const runs = DIALECTS.map((client) => rig.run({ client, streams: true, model: "openai-chat/fault-slow-head@800" }));
    for (const run of await Promise.all(runs)) {
      expectAnswered(run);
      if (run.trial.client === "openai-chat") expect(run.text).toMatch(/^: keep-alive\n\n/);
    }
  });
});

describe("a client of gemini that asks for a JSON array", () => {
  it.each(DIALECTS)("F21: gets an error in the last element if %s breaks off", async (provider) => {
    const address = `${rig.gateway.url}/v1beta/models/${provider}/fault-reset@${AFTER}:streamGenerateContent`;
    const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
    const headers = { "content-type": "application/json" };
    const items = parseJson(await (await fetch(address, { method: "POST", headers, body })).text()) as Json[];
    expect(items.length).toBeGreaterThan(1);
    expect(items.at(-1)).toMatchObject({ error: { code: 502 } });
    expect(JSON.stringify(items)).not.toContain("finishReason");
  });
});
