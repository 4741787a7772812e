import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertToolResults, formatToolResult } from "../support/dynamic.ts";
import { TOOLS } from "./calls.ts";
import { resultsIn, translateRequest } from "./translate.ts";
import { DIALECTS, type DialectName, type Fields, PARIS, writeRequest } from "./wire.ts";

describe("10: a failed result is marked as failed", () => {
  const failed: Readonly<Partial<Record<DialectName, readonly Json[]>>> = {
    anthropic: [
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_paris", is_error: true, content: "No net" }],
      },
    ],
    gemini: [
      {
        role: "user",
        parts: [{ functionResponse: { id: PARIS.id, name: PARIS.name, response: { error: "No net" } } }],
      },
    ],
  };
  const expected: Readonly<Record<DialectName, Fields>> = {
    "openai-chat": { content: "[Error] No net" },
    openrouter: { content: "[Error] No net" },
    ollama: { content: "[Error] No net" },
    "openai-responses": { output: "[Error] No net" },
    anthropic: { is_error: true },
    gemini: { response: { error: "No net" } },
  };

  describe.each(["anthropic", "gemini"] as const)("of a client of %s", (client) => {
    it.each(DIALECTS.filter((provider) => provider !== client))("to %s", (provider) => {
      const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }];
      const request = writeRequest(client, { tools: TOOLS, turns });
      const key = client === "gemini" ? "contents" : "messages";
      const history = [...(request[key] as Json[]), ...(failed[client] ?? [])];
      const { value } = translateRequest(client, provider, { ...request, [key]: history });
      expect(resultsIn(provider, value)[0]?.body).toMatchObject(expected[provider]);
      expect(JSON.stringify(value)).toContain("No net");
    });
  });

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))(
    "and a bridge back from %s to Anthropic finds the flag again",
    (middle) => {
      const turns = [{ user: "Hi" }, { assistant: { calls: [PARIS] } }];
      const request = writeRequest("anthropic", { tools: TOOLS, turns });
      const messages = [...(request.messages as Json[]), ...(failed.anthropic ?? [])];
      const { value } = translateRequest("anthropic", middle, { ...request, messages });
      const back = translateRequest(middle, "anthropic", value).value;
      expect(resultsIn("anthropic", back)[0]?.body).toMatchObject({ is_error: true });
      expect(JSON.stringify(resultsIn("anthropic", back))).not.toContain("[Error]");
    },
  );

  const formatted: Readonly<Record<string, Json>> = {
    "openai-chat": { role: "tool", tool_call_id: "call_1", content: "[Error] No net" },
    openrouter: { role: "tool", tool_call_id: "call_1", content: "[Error] No net" },
    "openai-responses": { type: "function_call_output", call_id: "call_1", output: "[Error] No net" },
    ollama: { role: "tool", tool_name: "f", tool_call_id: "call_1", content: "[Error] No net" },
    gemini: {
      role: "user",
      parts: [{ functionResponse: { id: "call_1", name: "f", response: { error: "No net" } } }],
    },
    anthropic: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "call_1", content: "No net", is_error: true }],
    },
    mcp: { jsonrpc: "2.0", id: "call_1", result: { content: [{ type: "text", text: "No net" }], isError: true } },
  };

  it.each(Object.entries(formatted))("in what formatToolResult writes for %s", (to, wire) => {
    expect(formatToolResult({ id: "call_1", name: "f", content: "No net", isError: true }, { to })).toEqual(wire);
  });
});

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("11: an image in a result stays an image", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("from a client of Anthropic to %s", (provider) => {
    const request = writeRequest("anthropic", {
      tools: TOOLS,
      turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
    });
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
    const result = {
      type: "tool_result",
      tool_use_id: "toolu_paris",
      content: [{ type: "text", text: "A map" }, image],
    };
    const messages = [...(request.messages as Json[]), { role: "user", content: [result] }];
    const { value } = translateRequest("anthropic", provider, { ...request, messages });
    expect(imagesIn(value)).toEqual([PNG]);
    expect(textsIn(value).join("\n")).toContain("A map");
    expect(textsIn(value).filter((text) => text.includes(PNG.slice(0, 20)))).toEqual([]);
  });

  it.each(["openai-responses", "gemini"] as const)(
    "from a client of %s to Anthropic, in the result itself",
    (client) => {
      const request = writeRequest(client, {
        tools: TOOLS,
        turns: [{ user: "Hi" }, { assistant: { calls: [PARIS] } }],
      });
      const url = `data:image/png;base64,${PNG}`;
      const item: Json =
        client === "gemini"
          ? {
              role: "user",
              parts: [
                {
                  functionResponse: {
                    id: PARIS.id,
                    name: PARIS.name,
                    response: { output: "A map" },
                    parts: [{ inlineData: { mimeType: "image/png", data: PNG } }],
                  },
                },
              ],
            }
          : {
              type: "function_call_output",
              call_id: PARIS.id,
              output: [
                { type: "input_text", text: "A map" },
                { type: "input_image", image_url: url, detail: "auto" },
              ],
            };
      const key = client === "gemini" ? "contents" : "input";
      const { value } = translateRequest(client, "anthropic", {
        ...request,
        [key]: [...(request[key] as Json[]), item],
      });
      expect(imagesIn(resultsIn("anthropic", value)[0]?.body ?? null)).toEqual([PNG]);
    },
  );
});

function imagesIn(value: Json): string[] {
  if (typeof value === "string") return value.startsWith("data:image/") ? [value.slice(value.indexOf(",") + 1)] : [];
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== "object" || value === null) return [];
  const own = [(value as Fields).data, ...(((value as Fields).images ?? []) as Json[])];
  const found = own.filter((each): each is string => typeof each === "string");
  return [...found, ...Object.entries(value).flatMap(([key, each]) => (key === "images" ? [] : imagesIn(each)))];
}

function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Fields).flatMap(([key, each]) =>
    ["text", "content", "output"].includes(key) && typeof each === "string" ? [each] : textsIn(each),
  );
}

describe("what MCP servers answer", () => {
  const link = { type: "resource_link", uri: "file:///a.txt", name: "a.txt", mimeType: "text/plain" };
  const text = { type: "text", text: "It is warm." };
  const respond = (result: Fields): Json => ({
    jsonrpc: "2.0",
    id: "call_1",
    result: { resultType: "complete", ...result },
  });

  it.each(DIALECTS)("structuredContent reaches %s, as text or as itself, or is reported", (to) => {
    const { value, losses } = convertToolResults(respond({ content: [text], structuredContent: { temp: 21 } }), {
      from: "mcp",
      to,
    });
    const reported = losses.some(({ path }) => path.endsWith("/structuredContent"));
    expect(reported || JSON.stringify(value).replaceAll("\\", "").includes('"temp":21')).toBe(true);
    expect(JSON.stringify(value)).toContain("It is warm.");
  });

  it.each(DIALECTS)("structuredContent that equals its text is sent once to %s", (to) => {
    const repeated = { content: [{ type: "text", text: '{"temp":21}' }], structuredContent: { temp: 21 } };
    const { value } = convertToolResults(respond(repeated), { from: "mcp", to });
    expect(JSON.stringify(value).match(/temp/g)).toHaveLength(1);
  });

  it.each(DIALECTS)("a link to a resource reaches %s by its URI, or is reported", (to) => {
    const { value, losses } = convertToolResults(respond({ content: [text, link] }), { from: "mcp", to });
    const reported = losses.some(({ path }) => path.startsWith("/result/content/1"));
    expect(reported || JSON.stringify(value).includes("file:///a.txt")).toBe(true);
    if (reported) expect(JSON.stringify(value)).toContain("It is warm.");
  });

  it.each(DIALECTS)("a failure reaches %s as one", (to) => {
    const { value } = convertToolResults(respond({ content: [text], isError: true }), { from: "mcp", to });
    expect(JSON.stringify(value)).toMatch(/\[Error\] It is warm\.|"is_error":true|"error":"It is warm\."/);
  });

  it("and what a program returns is a result of MCP, with its value", () => {
    expect(formatToolResult({ id: "1", name: "f", content: { temp: 21 } }, { to: "mcp" })).toMatchObject({
      result: { structuredContent: { temp: 21 } },
    });
    expect(formatToolResult({ id: "call_1", name: "f", content: { temp: 21 } }, { to: "openai-chat" })).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: '{"temp":21}',
    });
  });
});
