import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dialects } from "@toolglot/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { someOf } from "../../../test/support/extent.ts";
import { ROOT } from "../../../test/support/source.ts";
import { playgroundPage } from "../src/index.ts";
import { browser } from "./support/browser.ts";
import { inBrowser, openPage, watch } from "./support/page.ts";

const SCREENSHOTS = join(ROOT, "packages/inspector/screenshots");

const REQUEST = {
  model: "m",
  max_tokens: 900,
  top_k: 4,
  messages: [{ role: "user", content: "What is the weather like?" }],
};

/** The dialects that have requests. */
const REQUEST_DIALECTS = dialects.filter(({ profile }) => profile.conversation.messages);

describe("the playground", () => {
  inBrowser("translates what is pasted to every other dialect, with its losses", async () => {
    const { page } = await openPage({ hash: "#/playground" });
    await paste(page, JSON.stringify(REQUEST));
    await page.getByText("request of anthropic").waitFor();
    const cards = page.locator(".target-card");
    await expect.poll(() => cards.count()).toBe(REQUEST_DIALECTS.length - 1);
    const responses = page.getByRole("article", { name: "OpenAI Responses" });
    await responses.getByText("1 lost").waitFor();
    await responses.locator(".row-lost").click();
    expect(await responses.locator(".row-reasons").textContent()).toContain("dropped · setting top_k");
    await page.getByRole("button", { name: "translation" }).click();
    expect(JSON.parse(await responses.getByRole("textbox").inputValue())).toMatchObject({ max_output_tokens: 900 });
  });

  inBrowser("opens each of its examples without a problem", async () => {
    const { page } = await openPage({ hash: "#/playground" });
    for (const [name, found] of someOf(EXAMPLES, 2)) {
      await page.getByLabel("Example", { exact: true }).selectOption(name);
      await page.getByText(found).waitFor();
      await expect.poll(() => page.getByText("Translating…").count()).toBe(0);
      expect(await page.locator(".target-card .lost").filter({ hasText: "adapter" }).count()).toBe(0);
      await page.screenshot({ path: join(SCREENSHOTS, `playground-${found.replaceAll(" ", "-")}.png`) });
    }
  });

  inBrowser("keeps its state in the address", async () => {
    const { page } = await openPage({ hash: "#/playground" });
    await paste(page, JSON.stringify(REQUEST));
    await expect.poll(() => page.url()).toMatch(/#\/playground\/z[\w-]+$/);
    const first = page.url();
    await page.getByLabel("Profile").selectOption("strict");
    await expect.poll(() => page.url()).not.toBe(first);
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByText("request of anthropic").waitFor();
    expect(await input(page).inputValue()).toBe(JSON.stringify(REQUEST));
    expect(await page.getByLabel("Profile").inputValue()).toBe("strict");
  });

  inBrowser("says what is wrong with a text, and takes the next one", async () => {
    const { page } = await openPage({ hash: "#/playground" });
    await paste(page, "{ not JSON");
    await page.getByText("This is no JSON").waitFor();
    await paste(page, '{"a":1}');
    await page.getByText("No dialect is recognized").waitFor();
    await paste(page, JSON.stringify(REQUEST));
    await page.getByText("request of anthropic").waitFor();
  });

  inBrowser("shows what is pasted as text, never as a page", async () => {
    const { page } = await openPage({ hash: "#/playground" });
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await paste(page, JSON.stringify({ ...REQUEST, [hostile]: 1, messages: [{ role: "user", content: hostile }] }));
    await page.locator(".row").first().waitFor();
    expect(await page.locator(".playground img, .playground script").count()).toBe(0);
    expect(await page.title()).toContain("Toolglot");
  });
});

const EXAMPLES = [
  ["Request of an agent", "request of anthropic"],
  ["MCP tools, strict", "tools of mcp"],
  ["Response with two calls", "response of openai-chat"],
  ["Gemini stream", "stream of gemini"],
] as const;

function input(page: Page) {
  return page.getByRole("textbox", { name: "Tools, a request" });
}

async function paste(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
}

describe("the playground as one file", () => {
  inBrowser("opens without a gateway, with the input that it was made for", async () => {
    const text = JSON.stringify(REQUEST);
    const page = await openFile(playgroundPage({ text, from: "anthropic", what: "request", to: "gemini" }));
    const first = page.locator(".target-card").first();
    await first.getByText("nothing lost").waitFor();
    expect(await first.getAttribute("aria-label")).toBe("Google Gemini");
    expect(await page.getByRole("navigation", { name: "Views" }).getByRole("link").allTextContents()).toEqual([
      "Playground",
    ]);
    await page.screenshot({ path: join(SCREENSHOTS, "playground-file.png") });
  });

  inBrowser("opens empty, and takes what is pasted", async () => {
    const page = await openFile(playgroundPage());
    await page.getByText("Nothing is pasted yet").waitFor();
    await paste(page, JSON.stringify(REQUEST));
    await page.getByText("request of anthropic").waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/playground\/z/);
  });
});

/** Opens a page as a file; after the test, it may have logged no error and asked nobody. */
async function openFile(html: string): Promise<Page> {
  if (typeof browser === "string") throw new Error(browser);
  const folder = mkdtempSync(join(tmpdir(), "toolglot-playground-"));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const problems = watch(page, "file://");
  afterTest(async () => {
    await context.close();
    rmSync(folder, { recursive: true });
    expect(problems).toEqual([]);
  });
  const file = join(folder, "page.html");
  writeFileSync(file, html);
  await page.goto(pathToFileURL(file).href);
  return page;
}
