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
    const gateway = (await startFakeGateway()).add(hostileExchange());
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
    for (const view of ["", "exchange/hostile", ...TABS.map((tab) => `exchange/hostile/${tab}`), "start"]) {
      await page.goto(`${gateway.url}/#/${view}`);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForTimeout(200);
      expect(await page.evaluate(FOREIGN)).toEqual([]);
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

const TABS = ["tools", "stream", "attempts", "cache", "raw"];

/** Elements that the page itself never has, and attributes that would run a script. */
const FOREIGN = `[...document.body.querySelectorAll("*")].filter((element) =>
  /^(IMG|IFRAME|OBJECT|EMBED|STYLE|LINK|BASE|META)$/.test(element.tagName) ||
  (element.tagName === "SCRIPT" && element.src === "") ||
  [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^\\s*javascript:/i.test(value) && name === "href")
).map((element) => element.outerHTML)`;

function hostileExchange() {
  const request: Json = {
    model: ALL,
    max_tokens: 10,
    system: ALL,
    messages: [
      ...PAYLOADS.map((content) => ({ role: "user", content })),
      { role: "user", content: [{ type: ALL, text: ALL }] },
    ],
    tools: PAYLOADS.map((description, index) => ({
      name: `tool_${index}`,
      description,
      input_schema: { type: "object", properties: { [description]: { type: "string", description } } },
    })),
  };
  const sample = sampleExchange({
    summary: {
      id: "hostile",
      model: ALL,
      agent: ALL,
      key: ALL,
      session: ALL,
      excerpt: ALL,
      calls: PAYLOADS,
      provider: ALL,
      state: "failed",
      error: { type: ALL, message: ALL },
    },
  });
  const bodies = { ...sample.bodies, "client-request": JSON.stringify(request) };
  const headers = { ...sample.detail.request.headers, "x-hostile": "<b>&" };
  return { ...sample, bodies, detail: { ...sample.detail, request: { ...sample.detail.request, headers } } };
}
