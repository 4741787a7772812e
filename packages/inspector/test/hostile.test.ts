import type { Json } from "@toolglot/core";
import { standalonePage } from "@toolglot/inspector";
import { describe, expect, it } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

/** Each would run a script, leave the page or break out of its place where text is taken for HTML. */
const PAYLOADS = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "<!--<script>",
  "]]><svg onload=alert(1)>",
  '"><iframe srcdoc="<script>alert(1)</script>">',
  "javascript:alert(1)",
  "<a href='javascript:alert(1)'>x</a>",
  "<style>body{display:none}</style>",
  "{{constructor.constructor('alert(1)')()}}",
  "\u202Egnp.exe\u0000\u001b[31m",
  "__proto__",
];

const ALL = PAYLOADS.join(" ");

describe("text from models, tools and providers", () => {
  inBrowser("is never taken for HTML, in any view", async () => {
    const gateway = (await startFakeGateway()).add(...hostileExchanges());
    gateway.start = {
      ...gateway.start,
      clients: [{ name: ALL, lines: [{ label: ALL, text: ALL }] }],
      troubles: [{ part: ALL, message: ALL }],
    };
    const { page } = await openPage({ gateway });
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const view of VIEWS) {
      await page.goto(`${gateway.url}/#/${view}`);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForTimeout(200);
      for (const table of await page.locator(".plot-table summary").all()) await table.click();
      expect(await page.evaluate(FOREIGN), view).toEqual([]);
    }
    await page.goto(`${gateway.url}/#/exchange/hostile`);
    await page.locator(".row", { hasText: "<img src=x onerror=alert(1)>" }).first().click();
    await page.locator(".row-values .line").first().waitFor();
    expect(await page.evaluate(FOREIGN)).toEqual([]);
    expect(dialogs).toEqual([]);
  });

  it("cannot leave its place in an exported page", () => {
    const html = standalonePage([hostileExchange()]);
    const own = standalonePage([]);
    expect(html.match(/<script/g)?.length).toBe(own.match(/<script/g)?.length);
    const data = /<script type="application\/json" id="exchanges">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    expect(data).not.toContain("<");
    expect(JSON.parse(data)).toEqual([JSON.parse(JSON.stringify(hostileExchange()))]);
  });
});

const TABS = ["messages", "tools", "stream", "attempts", "cache", "raw"];

const VIEWS = [
  "",
  ...["hostile", "running", "broken"].flatMap((id) => TABS.map((tab) => `exchange/${id}/${tab}`)),
  "compare/hostile/broken",
  "start",
];

/** One that has ended, one that is running and one that broke; each is the turn after the one before. */
function hostileExchanges() {
  const hostile = hostileExchange();
  const frames = [`event: ${ALL}\ndata: ${JSON.stringify({ type: ALL })}\n\n`, ...SAYING];
  const running = { id: "running", state: "running", durationMs: undefined, error: undefined } as never;
  const broken = { id: "broken", state: "failed", error: { type: ALL, message: ALL } } as const;
  return [
    hostile,
    withHostileRequest(sampleExchange({ seq: 2, frames, previous: "hostile", summary: running })),
    withHostileRequest(sampleExchange({ seq: 3, frames, previous: "hostile", summary: broken })),
  ];
}

/** A stream without an end that says everything at once. */
const SAYING = [
  { type: "response.created", response: { id: ALL, model: ALL, status: "in_progress", output: [] } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "message", id: "m", role: "assistant", content: [] },
  },
  {
    type: "response.content_part.added",
    item_id: "m",
    output_index: 0,
    content_index: 0,
    part: { type: "output_text", text: "" },
  },
  { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: ALL },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** Elements that the page itself never has, and attributes that would run a script. */
const FOREIGN = `[...document.body.querySelectorAll("*")].filter((element) =>
  /^(IMG|IFRAME|OBJECT|EMBED|STYLE|LINK|BASE|META)$/.test(element.tagName) ||
  (element.tagName === "SCRIPT" && element.src === "") ||
  [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^\\s*javascript:/i.test(value) && name === "href")
).map((element) => element.outerHTML)`;

function hostileExchange() {
  const error = { type: ALL, message: ALL };
  const told = { model: ALL, agent: ALL, key: ALL, session: ALL, excerpt: ALL, calls: PAYLOADS, provider: ALL };
  return withHostileRequest(sampleExchange({ summary: { id: "hostile", ...told, state: "failed", error } }));
}

function withHostileRequest(sample: ReturnType<typeof sampleExchange>) {
  const bodies = { ...sample.bodies, "client-request": JSON.stringify(HOSTILE_REQUEST) };
  const headers = { ...sample.detail.request.headers, "x-hostile": "<b>&" };
  return { ...sample, bodies, detail: { ...sample.detail, request: { ...sample.detail.request, headers } } };
}

const HOSTILE_REQUEST: Json = {
  model: ALL,
  max_tokens: 10,
  system: ALL,
  messages: [
    ...PAYLOADS.map((content) => ({ role: "user", content })),
    { role: "user", content: [{ type: ALL, text: ALL }] },
    { role: "user", content: [{ type: "image", source: { type: "base64", media_type: ALL, data: ALL } }] },
  ],
  tools: PAYLOADS.map((description, index) => ({
    name: `tool_${index}`,
    description,
    input_schema: { type: "object", properties: { [description]: { type: "string", description } } },
  })),
};
