import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { keepOpened } from "../src/core-worker/exchange/opened.ts";
import { comparePrefix } from "../src/core-worker/exchange/prefix.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

const TOOLS = [{ name: "read", input_schema: { type: "object" } }];
const mark = { cache_control: { type: "ephemeral" } };

describe("the prefix of a prompt", () => {
  it("goes on where the turn before ended, although tools stand behind the messages and marks move", () => {
    const before = { messages: [{ role: "user", content: [{ type: "text", text: "Hi", ...mark }] }], tools: TOOLS };
    const reply = { role: "assistant", content: [{ type: "text", text: "Hello" }] };
    const now = { messages: [{ role: "user", content: "Hi" }, reply], tools: TOOLS };
    const { at, isExtended, path, previousBytes, sections } = compared(now, before);
    expect({ isExtended, path, at }).toEqual({ isExtended: true, path: "/messages/1/content/0", at: previousBytes });
    expect(sections.map(({ name }) => name)).toEqual(["tools", "messages"]);
  });

  it("goes on within a message that was extended", () => {
    const results = [
      { type: "tool_result", tool_use_id: "a" },
      { type: "tool_result", tool_use_id: "b" },
    ];
    const turn = (count: number) => ({ messages: [{ role: "user", content: results.slice(0, count) }] });
    expect(compared(turn(2), turn(1))).toMatchObject({ isExtended: true, path: "/messages/0/content/1" });
    expect(compared(turn(1), turn(2))).toMatchObject({ isExtended: false, path: "/messages/0/content/1", now: "" });
  });

  it("differs at a tool, an instruction or the model, in this order", () => {
    const base = { model: "m", instructions: "Be brief", input: [{ role: "user", content: "Hi" }], tools: TOOLS };
    const other = [{ name: "read", input_schema: { type: "string" } }];
    const paths = [
      { ...base, instructions: "Be long", tools: other },
      { ...base, instructions: "Be long", input: [] },
      { ...base, model: "n", tools: other },
    ].map((now) => compared(now, base).path);
    expect(paths).toEqual(["/tools/0/input_schema/type", "/instructions", "/model"]);
  });

  it("knows where each dialect has its prompt", () => {
    const gemini = {
      systemInstruction: { parts: [{ text: "A" }] },
      contents: [{ role: "user", parts: [{ text: "B" }] }],
    };
    const bedrock = {
      system: [{ text: "A" }, { cachePoint: { type: "default" } }],
      messages: [{ role: "user", content: [{ text: "B" }] }],
      toolConfig: { tools: [{ toolSpec: { name: "t" } }] },
    };
    const unmarked = { ...bedrock, system: [{ text: "A" }] };
    expect(compared(gemini, gemini)).toMatchObject({ isExtended: true, sections: [{ name: "instructions" }, {}] });
    expect(compared(bedrock, unmarked)).toMatchObject({ isExtended: true, sections: [{ name: "tools" }, {}, {}] });
    expect(compared("no JSON", "no joke")).toMatchObject({ isExtended: false, at: "no J".length - 1 });
  });
});

describe("the cache tab", () => {
  inBrowser("tells where the prompt differs from that of the turn before", async () => {
    const messages = [{ role: "user", content: "Fix the other test" }];
    const request = { model: "claude-opus-5-5", max_tokens: 32_000, messages };
    const gateway = (await startFakeGateway()).add(
      sampleExchange({ seq: 1 }),
      sampleExchange({ seq: 2, previous: "req-1", request }),
      sampleExchange({ seq: 3, previous: "req-1" }),
    );
    const { page } = await openPage({ gateway, hash: "#/exchange/req-2/cache" });
    await page.getByText(/The same up to byte \d+ of the prompt/).waitFor();
    expect(await page.locator(".first-difference").textContent()).toContain("First difference at /input/0");
    await page.evaluate(`location.hash = "#/exchange/req-3/cache"`);
    await page.getByText("100 % of it is the same").waitFor();
  });
});

function compared(now: Json, before: Json) {
  const bytesOf = (value: Json) =>
    new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)).buffer;
  const bodies = { providerRequest: { bytes: bytesOf(now), isStream: false } };
  keepOpened({
    id: "now",
    client: "openai-chat",
    bridge: undefined,
    model: "m",
    isStreamed: false,
    isRunning: false,
    losses: [],
    bodies,
  });
  return comparePrefix({ id: "now", previous: bytesOf(before) });
}
