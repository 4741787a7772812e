import { existsSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { fileWith, mcpTool, toolglot } from "./run.ts";

const PAGE = new URL("../../inspector/dist/assets/playground.html", import.meta.url);

describe.skipIf(!existsSync(PAGE))("convert --html", () => {
  it("prints a page with the input, and reports the losses as usual", async () => {
    const request = { model: "m", max_tokens: 900, top_k: 4, messages: [{ role: "user", content: "</script><b>" }] };
    const { code, stdout, stderr } = await toolglot("convert --from anthropic --to openai --html", request);
    expect(stdout.startsWith("<!doctype html>")).toBe(true);
    expect(dataIn(stdout)).toEqual({ text: JSON.stringify(request), what: "request", from: "anthropic", to: "openai" });
    expect(stdout).not.toContain("</script><b>");
    expect(stderr).toContain("/top_k");
    expect(code).toBe(0);
  });

  it("takes tools with a profile, and a stream", async () => {
    const tools = await toolglot("convert --from mcp --to openai-chat --profile strict --html", [mcpTool("now")]);
    expect(dataIn(tools.stdout)).toMatchObject({ what: "tools", from: "mcp", profile: "strict" });
    const event = { candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };
    const stream = await toolglot("convert --to anthropic --html", `data: ${JSON.stringify(event)}\n\n`);
    expect(dataIn(stream.stdout)).toMatchObject({ what: "stream", from: "gemini", to: "anthropic" });
  });

  it("reports the losses of a stream, and exits with 3 or 1 as without --html", async () => {
    const event = {
      system_fingerprint: "fp",
      choices: [
        {
          index: 0,
          delta: { content: "Hi" },
          logprobs: { content: [{ token: "Hi", logprob: -1 }] },
          finish_reason: "stop",
        },
      ],
    };
    const text = `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`;
    const plain = await toolglot("convert --from openai-chat --to anthropic --fail-on-loss", text);
    const page = await toolglot("convert --from openai-chat --to anthropic --fail-on-loss --html", text);
    expect(plain.stderr).toContain("logprobs");
    expect([page.code, page.stderr]).toEqual([plain.code, plain.stderr]);
    expect(page.code).toBe(3);
    const cut = await toolglot("convert --from openai-chat --to anthropic --html", text.slice(0, 60));
    expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining("the stream ends in an error") });
  });

  it("writes to a file with --output, and exits with 3 under --fail-on-loss", async () => {
    const file = fileWith("", "page.html");
    const request = { max_tokens: 900, top_k: 4, messages: [{ role: "user", content: "Hi" }] };
    const { code, stdout } = await toolglot(
      `convert --from anthropic --to openai --html --fail-on-loss -o ${file}`,
      request,
    );
    expect([code, stdout]).toEqual([3, ""]);
    expect(readFileSync(file, "utf8")).toContain('id="playground-input"');
  });

  it("is for what the page can show, and goes with no other layout", async () => {
    const calls = await toolglot("convert --what calls --from anthropic --to openai --html", []);
    expect(calls).toMatchObject({ code: 2, stdout: "" });
    expect(calls.stderr).toContain("--html is for --what tools, request, response, stream, not for calls");
    const both = await toolglot("convert --to openai --html --json", []);
    expect(both).toMatchObject({ code: 2, stdout: "" });
    expect(both.stderr).toContain("--html and --json exclude each other");
  });
});

function dataIn(page: string): unknown {
  const [, data = ""] = /id="playground-input">(.*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(data);
}
