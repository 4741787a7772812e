import type { Loss } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { lossHeader } from "../../src/exchange/loss-header.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { startGateway } from "../support/gateway.ts";

const loss = (path: string, level: Loss["level"] = "setting"): Loss => ({
  code: "field",
  feature: path,
  path,
  from: "anthropic",
  to: "openai-chat",
  level,
  action: "dropped",
  message: "",
});

describe("x-toolglot-losses", () => {
  it("has the number and the paths of lost content and settings", () => {
    expect(lossHeader([loss("/top_k"), loss("/thinking/type"), loss("/metadata", "metadata")])).toBe(
      "2; /top_k, /thinking/type",
    );
  });

  it("is 0 where nothing but metadata is lost", () => {
    expect([lossHeader([]), lossHeader([loss("/metadata", "metadata")])]).toEqual(["0", "0"]);
  });

  it("names a path once, and the whole body as /", () => {
    expect(lossHeader([loss("/a"), loss("/a"), loss("")])).toBe("3; /a, /");
  });

  it("encodes what a header cannot hold, and what would read as a separator", () => {
    const path = "/tools/0/päth/a,b;c/50%/\r\nset-cookie: a/\ud800";
    const [, encoded = ""] = lossHeader([loss(path)]).split("; ");
    expect(encoded).toMatch(/^[\x21-\x7e]+$/);
    expect(encoded).not.toMatch(/[,;]/);
    expect(decodeURIComponent(encoded)).toBe(path.replace("\ud800", "\ufffd"));
  });

  it("is cut at 1 KiB, with the number of paths that are left out", () => {
    const paths = Array.from({ length: 100 }, (_, index) => `/messages/${index}/content/0/cache_control`);
    const value = lossHeader(paths.map((path) => loss(path)));
    expect(value.length).toBeLessThanOrEqual(1024);
    const [, listed = ""] = decodeURIComponent(value).split("100; ");
    const named = listed.split(", ").slice(0, -1);
    expect(named).toEqual(paths.slice(0, named.length));
    expect(listed).toMatch(new RegExp(`, …\\+${100 - named.length}$`));
  });

  it("has the number of paths if not even one fits", () => {
    expect(decodeURIComponent(lossHeader([loss(`/${"a".repeat(2000)}`)]))).toBe("1; …+1");
  });
});

describe("the losses of a request", () => {
  const body = {
    model: "openai/gpt-5.6",
    max_tokens: 99,
    mcp_servers: [{ name: "docs" }],
    metadata: { user_id: "u" },
    messages: [{ role: "user", content: "hi" }],
  };

  async function ask(settings: object = {}) {
    const sim = await startSimulator();
    afterTest(() => sim.close());
    const provider = { dialect: "gemini", baseUrl: sim.url, ...settings };
    const gateway = await startGateway({ providers: { openai: provider } });
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify(body),
    });
    const [record] = await gateway.requests(1);
    return { response, record, metrics: await (await fetch(`${gateway.url}/metrics`)).text() };
  }

  it("are in the log one by one, and those of metadata as a number", async () => {
    const { response, record, metrics } = await ask();
    expect(response.headers.get("x-toolglot-losses")).toBe("1; /mcp_servers");
    expect(record).toMatchObject({
      losses: [{ path: "/mcp_servers", code: "field", level: "setting", action: "dropped" }],
      metadataLosses: 1,
    });
    expect(metrics).toContain('toolglot_translation_losses_total{code="field",level="setting"} 1\n');
    expect(metrics).toContain('toolglot_translation_losses_total{level="metadata"} 1\n');
  });

  it("refuse it under onLoss: refuse, unless they are of metadata", async () => {
    const { response, record } = await ask({ onLoss: "refuse" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("refused, because 1 thing would be lost: /mcp_servers");
    expect(record).toMatchObject({ errorType: "would_lose", metadataLosses: 1 });
  });
});
