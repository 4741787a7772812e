import type { ExchangeDetail, ExchangeList } from "@toolglot/gateway";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { startGateway } from "../../gateway/test/support/gateway.ts";
import { inBrowser, openAddress, openPage, startFakeGateway } from "./support/page.ts";

const SHELL = { type: "custom", name: "shell", format: { type: "grammar", syntax: "lark", definition: "start: /.+/" } };
const FIRST = { input: "How many files are there?", tools: [SHELL] };

describe("a request that continues a stored response", () => {
  inBrowser("is shown with the turns before it, which the provider got too", async () => {
    const { url, last } = await twoTurns();
    const page = await openAddress(url, `#/exchange/${last}`);
    await page.locator(".pane-note", { hasText: "The request continues resp_" }).waitFor();
    const texts = rows(page, "How many files");
    expect(await texts.getAttribute("class")).not.toContain("row-added");
    expect((await texts.textContent())?.split("How many files are there?").length).toBe(3);
    await rows(page, "And folders?").waitFor();
    // What it declares itself is lost at its own place, and nowhere else.
    await page.locator(".row-partly", { hasText: "shell" }).waitFor();
    expect(await page.locator(".row-partly").count()).toBe(1);
    await page.getByRole("link", { name: "Tools 1" }).click();
    await page.getByRole("button", { name: /^shell/ }).waitFor();
    await page.getByRole("link", { name: "Raw" }).click();
    await page.locator(".line", { hasText: "previous_response_id" }).waitFor();
    expect(await page.locator(".line", { hasText: "How many files" }).count()).toBe(0);
  });

  inBrowser("finds them in the traffic where the client names no session", async () => {
    const { url, last } = await twoTurns({});
    const page = await openAddress(url);
    await page.locator(`[data-id="${last}"]`).click();
    await page.locator(".pane-note", { hasText: "has put the turns" }).waitFor();
  });

  inBrowser("says so where they are not kept, and places no loss at a row of another turn", async () => {
    const { url, last } = await twoTurns();
    const detail = (await read(`${url}/_inspector/exchanges/${last}`)) as ExchangeDetail;
    const names = ["client-request", "client-response", "attempt-1-request", "attempt-1-response"];
    const bodies = await Promise.all(
      names.map(async (name) => [
        name,
        await (await fetch(`${url}/_inspector/exchanges/${last}/bodies/${name}`)).text(),
      ]),
    );
    const earlier = {
      code: "grammar",
      feature: "format",
      path: "/input/0/tools/0/format",
      action: "described",
    } as const;
    const loss = { ...earlier, level: "content", message: "", from: "openai-responses", to: "anthropic" } as const;
    const gateway = await startFakeGateway();
    gateway.add({ toolglot: 1, detail: { ...detail, losses: [loss] }, bodies: Object.fromEntries(bodies) });
    const { page } = await openPage({ gateway, hash: `#/exchange/${last}` });
    await page.locator(".pane-note", { hasText: "not all here" }).waitFor();
    const differences = page.locator(".differences");
    expect(await differences.getByRole("button", { name: loss.path, exact: true }).count()).toBe(1);
    expect(await page.locator(".row-lost .cell:not(.cell-none)").count()).toBe(0);
  });
});

describe("a request that the gateway answers itself", () => {
  inBrowser("shows what the client got", async () => {
    const gateway = await startFakeGateway();
    const { url, last } = await twoTurns();
    const detail = (await read(`${url}/_inspector/exchanges/${last}`)) as ExchangeDetail;
    const { provider: _, providerModel: __, target: ___, ...summary } = detail.summary;
    const body = await (await fetch(`${url}/_inspector/exchanges/${last}/bodies/client-response`)).text();
    const { bridge: ____, ...rest } = detail;
    const bodies = { "client-request": '{"generate":false}', "client-response": body };
    gateway.add({ toolglot: 1, detail: { ...rest, summary: { ...summary, excerpt: "" }, attempts: [] }, bodies });
    const { page } = await openPage({ gateway, hash: `#/exchange/${last}` });
    await page.locator(".pane-response .row", { hasText: "status" }).getByText('"completed"').waitFor();
    await page.locator(".turn-row", { hasText: "answered by the gateway" }).waitFor();
    await page.getByRole("link", { name: "Stream" }).click();
    await page.locator(".frame", { hasText: "response.completed" }).waitFor();
  });
});

/** Two turns of a client of the Responses API with a model of Anthropic: the id of the second exchange. */
async function twoTurns(
  headers: Record<string, string> = { "session-id": "a-session" },
): Promise<{ url: string; last: string }> {
  const { url } = await startGateway({ providers: { it: { dialect: "anthropic", baseUrl: "sim:" } } });
  const first = await ask(url, headers, FIRST);
  await ask(url, headers, { input: "And folders?", tools: [SHELL], previous_response_id: first });
  const { exchanges } = (await read(`${url}/_inspector/exchanges`)) as ExchangeList;
  return { url, last: exchanges[0]?.id ?? "" };
}

/** Resolves to the id of the response. */
async function ask(url: string, headers: Record<string, string>, request: object): Promise<string> {
  const response = await fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer a-key", ...headers },
    body: JSON.stringify({ model: "it/default", stream: true, ...request }),
  });
  return /"id":"(resp_[^"]+)"/.exec(await response.text())?.[1] ?? "";
}

async function read(address: string): Promise<unknown> {
  return (await fetch(address)).json();
}

function rows(page: Page, text: string) {
  return page.locator(".pane-request .row", { hasText: text }).first();
}
