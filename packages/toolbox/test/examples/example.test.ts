import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readConfig, serve } from "@toolglot/gateway";
import { describe, expect, it, vi } from "vitest";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

describe("the example of an agent in docs/toolbox.md", () => {
  // It is compiled with all tests, under strict and noUncheckedIndexedAccess.
  it("is the one that is run here", () => {
    expect(read("../../../../docs/toolbox.md")).toContain(`\`\`\`ts\n${read("agent.ts")}\`\`\``);
    expect(read("agent.ts").trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  });

  it("calls the tool and prints the answer", async () => {
    const text = 'providers: { openai: { dialect: openai-chat, baseUrl: "sim:" } }';
    const served = await serve({ config: await readConfig(text, { name: "toolglot.yaml", env: {} }), port: 0 });
    const responses = [
      { tool_calls: [{ name: "now", arguments: { tz: "Europe/Paris" } }] },
      { content: "It is noon." },
    ];
    const { fetch } = globalThis;
    await fetch(`${served.url}/_sim/expect`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ responses }),
    });
    const bodies: string[] = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      bodies.push(String(init.body));
      return fetch(url.replace("http://127.0.0.1:4141", served.url), init);
    });
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await import("./agent.ts");
    expect(log.mock.calls).toEqual([["It is noon."]]);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain('tool_success\\":true');
    vi.unstubAllGlobals();
    log.mockRestore();
    await served.close();
  });
});
