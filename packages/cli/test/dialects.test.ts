import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { toolglot } from "./run.ts";

describe("dialects", () => {
  it("lists the features of each dialect, and the profiles", async () => {
    const { code, stdout } = await toolglot("dialects");
    for (const { id, title } of dialects) expect(stdout).toMatch(new RegExp(`^${id}\\b.* ${title}$`, "m"));
    expect(stdout).toMatch(/^anthropic \(also: claude\)/m);
    expect(stdout).toMatch(/^ {2}tool names +up to 64 of \[a-zA-Z0-9_-\]$/m);
    expect(stdout).toMatch(/^ {2}strict mode +yes; type enum const/m);
    expect(stdout).toMatch(/^ {2}variant +parameters: type format/m);
    expect(stdout).toMatch(/web-search \(googleSearch\)/);
    expect(stdout).toMatch(/^ {2}strict-literal +\S/m);
    expect(stdout).toMatch(/^ {2}conversations +choice, calls, results, request, response, stream \(sse\)$/m);
    expect(stdout).toMatch(/^ {2}call ids +up to 128 characters, as in toolu_…$/m);
    expect(code).toBe(0);
  });

  it("prints the same as JSON", async () => {
    const { stdout } = await toolglot("dialects --json");
    const content = JSON.parse(stdout);
    expect(content.dialects.map(({ id }: { id: string }) => id)).toEqual(dialects.map(({ id }) => id));
    expect(content.dialects[0]).toMatchObject({
      aliases: ["openai"],
      toolNames: { maxLength: 64 },
      strict: { keywords: expect.any(Array) },
      conversation: { kinds: expect.arrayContaining(["request", "stream"]), framing: "sse", customTools: true },
    });
    expect(content.profiles.map(({ name }: { name: string }) => name)).toContain("native");
  });
});

describe("demo", () => {
  it("shows a translation without losses, one with some, and what to try next", async () => {
    const { code, stdout, stderr } = await toolglot("demo");
    expect(stdout).toContain('"strict": true');
    expect(stdout).toContain("losses: none");
    expect(stdout).toContain('{ "issue": 7, "labels": { "priority": "high" } }');
    expect(stdout).toMatch(/^label_set +\/0\/inputSchema\/properties\/due\/format +format +described/m);
    expect(stdout).toMatch(/^Next\n.* convert --to anthropic$/m);
    expect([code, stderr]).toEqual([0, ""]);
  });
});
