import { describe, expect } from "vitest";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

describe("an exchange", () => {
  inBrowser("shows both dialects row by row, with the reason of each loss", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    const lost = page.locator(".row-lost", { hasText: "top_k" });
    await lost.waitFor();
    expect(await lost.textContent()).toContain("40");
    const twins = page.locator(".row-same", { hasText: "max_tokens" });
    expect(await twins.textContent()).toContain("max_output_tokens 32000");
    await lost.click();
    const detail = page.locator(".row-detail");
    await detail.getByRole("heading", { name: "top_k lost" }).waitFor();
    expect(await detail.locator(".reason").first().textContent()).toContain("setting");
    expect(await detail.locator(".reason a").first().getAttribute("href")).toMatch(/losses\.md#loss-model$/);
    await page.locator(".row", { hasText: "function_call" }).last().click();
    await detail.getByText('"command"').first().waitFor();
  });

  inBrowser("lowers and lifts arguments as they are typed", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/tools" });
    await page.getByRole("button", { name: /^Bash/ }).click();
    await page.getByLabel("Arguments", { exact: true }).fill('{"command":"ls","env":{"A":"1"}}');
    const lowered = page.locator(".tool-tries .code-block").first();
    await expect.poll(() => lowered.textContent()).toMatch(/"key": "A",\s*"value": "1"/);
    await page.getByText("Lowered and lifted again, they are the same").waitFor();
    await page.getByLabel("Arguments", { exact: true }).fill('{"command":');
    await expect.poll(() => page.locator("#arguments-problem").textContent()).not.toBe("");
  });

  inBrowser("shows both streams on one time axis", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/stream" });
    await page.getByText("19 events").waitFor();
    await page.getByLabel("Time").fill("700");
    await page.getByText("4 of 19").waitFor();
    const said = page.getByLabel("Provider said until then");
    await expect.poll(() => said.textContent()).not.toContain("command");
    await page.getByLabel("Time").fill("100000");
    await expect.poll(() => said.textContent()).toContain("command");
    await page.getByLabel("Time").fill("700");
    await page.locator(".frame", { hasText: "message_start" }).click();
    await page.locator(".code-block", { hasText: "Event 1" }).waitFor();
  });

  inBrowser("shows bytes, headers and attempts", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/raw" });
    await page.locator(".line", { hasText: '"top_k": 40' }).waitFor();
    await page.getByRole("button", { name: /Provider response/ }).click();
    await page.locator(".line", { hasText: "event: response.created" }).waitFor();
    await page.getByText("HTTP 200").last().click();
    await page.getByText("openai-processing-ms").waitFor();
    await page.keyboard.press("4");
    await page.getByText("waiting for openai").waitFor();
  });

  inBrowser("opens the bodies of every attempt", async () => {
    const sample = sampleExchange();
    const [last] = sample.detail.attempts;
    if (last?.response === undefined) throw new Error("the sample has one attempt");
    const refusal = JSON.stringify({ error: { message: "Try again later" } });
    const response = { name: "attempt-1-response", bytes: refusal.length, kept: true, headers: {} };
    const first = { ...last, provider: "busy", status: 503, response };
    const second = {
      ...last,
      request: { ...last.request, name: "attempt-2-request" },
      response: { ...last.response, name: "attempt-2-response", kept: false },
    };
    const bodies = { ...sample.bodies, "attempt-1-response": refusal, "attempt-2-request": '{"second":true}' };
    const gateway = (await startFakeGateway()).add({
      ...sample,
      bodies,
      detail: { ...sample.detail, attempts: [first, second] },
    });
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/attempts" });
    const [one, other] = [0, 1].map((index) => page.locator(".attempt-list > li").nth(index));
    await one?.getByRole("button", { name: /^response/ }).click();
    await one?.locator(".line", { hasText: '"message": "Try again later"' }).waitFor();
    await other?.getByRole("button", { name: /^request/ }).click();
    await other?.locator(".line", { hasText: '"second": true' }).waitFor();
    await other?.getByRole("button", { name: /^response/ }).click();
    await other?.getByText("This body was not kept").waitFor();
    await page.keyboard.press("1");
    await page.locator(".row").first().click();
    await page.locator(".row-detail .line").first().waitFor();
  });

  inBrowser("lights the tool and the result of a call", async () => {
    const gateway = (await startFakeGateway()).add(sampleExchange());
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.locator(".pane-response .row", { hasText: "function_call" }).first().hover();
    const lit = page.locator(".pane-request .row-linked");
    await expect.poll(() => lit.count()).toBeGreaterThan(0);
    expect((await lit.allTextContents()).every((text) => text.includes("Bash"))).toBe(true);
    await page.locator(".exchange-header").hover();
    await expect.poll(() => lit.count()).toBe(0);
  });

  inBrowser("is shown while it runs, and again when it has ended", async () => {
    const gateway = await startFakeGateway();
    const { response: _, ...running } = sampleExchange().detail;
    const summary = { ...running.summary, state: "running" as const };
    gateway.add({ ...sampleExchange(), detail: { ...running, summary, attempts: [] } });
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.getByText("Waiting for the first output").waitFor();
    gateway.tell(sampleExchange({ summary: { seq: 2, id: "req-1" } }));
    await page.locator(".pane-response .row").first().waitFor();
  });

  inBrowser("says what to do where its bodies were not kept, and where it is gone", async () => {
    const sample = sampleExchange();
    const request = { ...sample.detail.request, kept: false };
    const gateway = (await startFakeGateway()).add({ ...sample, detail: { ...sample.detail, request } });
    const { page } = await openPage({ gateway, hash: "#/exchange/gone" });
    await page.getByText("There is no such exchange: it may have been evicted").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.goto(`${gateway.url}/#/exchange/req-1/raw`);
    await page.getByText("This body was not kept").waitFor();
  });

  inBrowser("is compared with another one", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(5));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".turn-row").first().click();
    await page.waitForURL(/#\/compare\/req-1\/req-5$/);
    await page.locator(".row-changed, .row-lost").first().click();
    await page.locator(".row-values .line").first().waitFor();
  });
});
