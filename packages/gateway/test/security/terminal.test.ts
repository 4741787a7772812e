import { afterEach, describe, expect, it } from "vitest";
import { type Serving, serving, until } from "../../../cli/test/serving.ts";
import { RawClient, requestText } from "../clients/raw-socket.ts";
import { post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

const running: Serving[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

/** What a terminal would obey, or not show, or a page would run. */
const NASTY = [
  "\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007",
  "\u001b]52;c;ZXZpbA==\u0007",
  "\u001b[2J\u001b[H",
  "\u009b31m",
  "\r\nfake: 200 ok",
  "\u202egnp.exe",
  "a\u200bb\u00adc\ufeff",
  "\u0000\u0008\u007f",
  "<img src=x onerror=alert(1)>",
  "\u2028\u2029",
];

describe("S08: what a client sends", () => {
  it("is logged for people without control sequences (OSC 8, OSC 52, CSI, C1, bidi)", async () => {
    const served = await serving();
    running.push(served);
    const { url, output: said, child } = served;
    for (const text of NASTY) {
      const { path, body } = requestFor("openai-chat", { model: `sim/${text}/fault-status-400`, streams: false });
      await post(url, path, body);
      await post(url, path, {
        ...body,
        model: `${text}x`,
        tools: [{ type: "function", function: { name: text, description: text, parameters: {} } }],
      });
      await post(url, `/${encodeURIComponent(text)}`, {});
    }
    const client = await RawClient.open(url);
    client.send(requestText("/\u009b31m\u00ff", undefined, { headers: { connection: "close" } }));
    await client.ended();
    await post(url, "/the-last", {});
    await until(() => /the-last/.exec(said.stderr) ?? undefined, child);
    const lines = said.stderr.split("\n").slice(0, -1);
    expect(lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(line))).toEqual([]);
    expect(lines.filter((line) => !/^\d\d:\d\d:\d\d {2}/.test(line))).toEqual([]);
    expect(said.stderr).toContain("\\u001b]8;;http://evil.example\\u0007click");
  });

  it("is logged for programs as one line of JSON", async () => {
    const served = await serving(["--json"]);
    running.push(served);
    const { url, output: said, child } = served;
    for (const text of NASTY) {
      const { path, body } = requestFor("anthropic", { model: `sim/${text}`, streams: false });
      await post(url, path, body);
    }
    await post(url, "/the-last", {});
    await until(() => /the-last.*\n/.exec(said.stdout) ?? undefined, child);
    const records = said.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly model?: string });
    expect(records.flatMap(({ model }) => model ?? [])).toEqual(NASTY.map((text) => `sim/${text}`));
  });
});

describe("S07: what the gateway shows in a browser", () => {
  it("escapes model names (CVE-2025-58444)", async () => {
    const evil = '<script>alert(1)</script><img src=x onerror="alert(1)">';
    const { gateway } = await startGatewayAndSim({
      inspector: { enabled: false },
      routes: [{ match: evil, to: [{ provider: "ollama", model: evil }] }],
    });
    const reply = await fetch(gateway.url);
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await reply.text();
    expect(page).toContain("&lt;script>");
    expect(page).not.toMatch(/<(?:script|img)/);
  });

  it("has its content type: no request is echoed as a page", async () => {
    const { gateway } = await startGatewayAndSim();
    for (const path of [
      "/<script>alert(1)</script>",
      "/v1/models/<script>",
      "/v1/responses/<script>",
      "/metrics",
      "/readyz",
    ]) {
      const reply = await fetch(gateway.url + path);
      expect([path, reply.headers.get("content-type")]).toEqual([path, expect.not.stringContaining("html")]);
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});
