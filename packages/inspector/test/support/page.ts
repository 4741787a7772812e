import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { browser } from "./browser.ts";
import { FakeGateway } from "./fake-gateway.ts";

/** A test in the browser; skipped, with the reason in its name, where there is none. */
export function inBrowser(name: string, test: () => Promise<void>): void {
  if (typeof browser === "string") it.skip(`${name} (${browser})`, test);
  else it(name, test);
}

/** The opened page, and its gateway. */
export interface OpenedPage {
  readonly page: Page;
  readonly gateway: FakeGateway;
}

interface OpenOptions extends BrowserContextOptions {
  readonly gateway?: FakeGateway;
  /** The view, as it stands in the hash. */
  readonly hash?: string;
}

/** A gateway that is closed after the test. */
export async function startFakeGateway(): Promise<FakeGateway> {
  const gateway = await new FakeGateway().listen();
  afterTest(() => gateway.close());
  return gateway;
}

/** Opens the page of a fake gateway. */
export async function openPage({ gateway, hash = "#/", ...options }: OpenOptions = {}): Promise<OpenedPage> {
  const server = gateway ?? (await startFakeGateway());
  return { page: await openAddress(server.url, hash, options), gateway: server };
}

/** Opens the page; after the test, no error may have been logged, no policy violated and no other origin asked. */
export async function openAddress(url: string, hash = "#/", options: BrowserContextOptions = {}): Promise<Page> {
  if (typeof browser === "string") throw new Error(browser);
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const page = await context.newPage();
  const problems = watch(page, url);
  afterTest(async () => {
    await context.close();
    expect(problems, "console errors, violations of the policy and requests to elsewhere").toEqual([]);
  });
  await page.goto(`${url}/${hash}`);
  return page;
}

/** What a page must never do. Chromium logs violations of the policy as errors of the console. */
export function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const isRefusal = /Failed to load resource|net::ERR/.test(message.text());
    if (message.type() === "error" && !isRefusal) problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) problems.push(`asks ${url}`);
  });
  return problems;
}
