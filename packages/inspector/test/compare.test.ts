import type { DialectId, Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { compareExchanges } from "../src/core-worker/exchange/compare.ts";
import { keepOpened } from "../src/core-worker/exchange/opened.ts";
import { CLAUDE_REQUEST } from "./support/conversation.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

const HI = { role: "user", content: "hi" };
const HELLO = { role: "assistant", content: "Hello!" };
const WEATHER = { role: "user", content: "How is the weather?" };

function open(id: string, from: DialectId, request: Json, response: Json): void {
  const bytesOf = (body: Json) => ({ bytes: new TextEncoder().encode(JSON.stringify(body)).buffer, isStream: false });
  const bodies = { clientRequest: bytesOf(request), clientResponse: bytesOf(response) };
  keepOpened({
    id,
    client: from,
    bridge: { from, to: "gemini", model: "m" },
    model: "m",
    isStreamed: false,
    isRunning: false,
    losses: [],
    bodies,
  });
}

/** The rows of two requests as `state label left → right`. */
function compared(left: Json, right: Json, dialects: readonly [DialectId, DialectId] = ["openai-chat", "openai-chat"]) {
  open("one", dialects[0], left, {});
  open("two", dialects[1], right, {});
  const { request } = compareExchanges({ ids: ["one", "two"] });
  return request.rows.map(({ state, left: before, right: after }) => [state, before?.pointer, after?.pointer]);
}

describe("two exchanges", () => {
  it("differ in an inserted message alone, and not in those after it", () => {
    const rows = compared({ messages: [HI, WEATHER] }, { messages: [HI, HELLO, WEATHER] });
    expect(rows).toEqual([
      ["same", "/messages/0/content", "/messages/0/content"],
      ["added", undefined, "/messages/1/content"],
      ["same", "/messages/1/content", "/messages/2/content"],
    ]);
  });

  it("show a message that was written anew beside what it was", () => {
    const rows = compared(
      { messages: [HI, HELLO, WEATHER] },
      { messages: [HI, { ...HELLO, content: "Good day." }, WEATHER] },
    );
    expect(rows.map(([state]) => state)).toEqual(["same", "changed", "same"]);
    expect(rows[1]).toEqual(["changed", "/messages/1/content", "/messages/1/content"]);
  });

  it("compare settings and tools by name, and leave order alone", () => {
    const tool = (name: string, description: string) => ({ type: "function", function: { name, description } });
    const rows = compared(
      { temperature: 1, messages: [HI], tools: [tool("a", "A"), tool("b", "B")] },
      { tools: [tool("b", "B"), tool("a", "Other")], messages: [HI], temperature: 0.5 },
    );
    expect(rows).toEqual([
      ["same", "/messages/0/content", "/messages/0/content"],
      ["changed", "/tools/0", "/tools/1"],
      ["same", "/tools/1", "/tools/0"],
      ["changed", "/temperature", "/temperature"],
    ]);
  });

  it("are compared by meaning where their clients speak different dialects", () => {
    const right = {
      contents: [
        { role: "user", parts: [{ text: "hi" }] },
        { role: "model", parts: [{ text: "Hello!" }] },
      ],
    };
    const rows = compared({ messages: [HI] }, right, ["openai-chat", "gemini"]);
    expect(rows).toEqual([
      ["same", "/messages/0/content", "/contents/0/parts/0"],
      ["added", undefined, "/contents/1/parts/0"],
    ]);
  });

  it("are compared by place where a body is none of its dialect", () => {
    const rows = compared({ messages: "broken", seed: 1 }, { messages: "broken", seed: 2 });
    expect(rows).toEqual([
      ["same", "/messages", "/messages"],
      ["changed", "/seed", "/seed"],
    ]);
  });
});

inBrowser("The page marks an inserted message alone", async () => {
  const { messages } = CLAUDE_REQUEST as { messages: readonly Json[] };
  const inserted = { role: "user", content: [{ type: "text", text: "Be quick about it." }] };
  const request = { ...(CLAUDE_REQUEST as object), messages: [messages[0], inserted, ...messages.slice(1)] } as Json;
  const gateway = (await startFakeGateway()).add(sampleExchange(), sampleExchange({ seq: 2, request }));
  const { page } = await openPage({ gateway, hash: "#/compare/req-1/req-2" });
  await page.locator(".row-added").first().waitFor();
  expect(await page.locator(".row-added").count()).toBe(1);
  expect(await page.locator(".row-changed, .row-lost").count()).toBe(0);
  await page.getByText("Be quick about it.").first().waitFor();
});
