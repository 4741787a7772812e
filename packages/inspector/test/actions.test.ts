import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Json } from "@toolglot/core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { concepts } from "../../../test/support/concepts.ts";
import { readConversationCase } from "../../../test/support/conversation-cases.ts";
import { reportedLosses } from "../../../test/support/rosetta.ts";
import { browser } from "./support/browser.ts";
import { inBrowser, openPage, startFakeGateway, watch } from "./support/page.ts";
import { sampleExchange } from "./support/samples.ts";

async function openSample() {
  const gateway = (await startFakeGateway()).add(sampleExchange(), sampleExchange({ seq: 2 }));
  const opened = await openPage({ gateway, hash: "#/exchange/req-1" });
  await opened.page.locator(".row").first().waitFor();
  return opened;
}

/** The file that a command of the menu saves. */
async function saved(page: Page, command: string): Promise<{ name: string; path: string }> {
  await page.getByText("Export", { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: command }).click(),
  ]);
  const name = download.suggestedFilename();
  const folder = mkdtempSync(join(tmpdir(), "toolglot-saved-"));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  await download.saveAs(join(folder, name));
  return { name, path: join(folder, name) };
}

describe("an exchange can be", () => {
  inBrowser("copied as a curl command without keys", async () => {
    const { page, gateway } = await openSample();
    await page.getByRole("button", { name: "Copy curl" }).click();
    await page.getByRole("button", { name: "copied" }).waitFor();
    const text = (await page.evaluate("navigator.clipboard.readText()")) as string;
    expect(text).toContain(`curl '${gateway.url}/v1/messages?beta=true' -X POST`);
    expect(text).toContain('-H "x-api-key: $API_KEY"');
    expect(text).toContain("I'\\''ll read the file first.");
    expect(text).not.toContain("redacted");
  });

  inBrowser("sent again to another model with another profile", async () => {
    const { page, gateway } = await openSample();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByLabel("Model").last().fill("gemini/gemini-3.8-pro");
    await page.getByLabel("Profile").selectOption("lenient");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => gateway.replayed).toEqual({ model: "gemini/gemini-3.8-pro", profile: "lenient" });
  });

  inBrowser("exported as one HTML file, which shows it without a gateway", async () => {
    const { page } = await openSample();
    const { path, name } = await saved(page, "This exchange as HTML");
    expect(name).toBe("toolglot-req-1.html");
    if (typeof browser === "string") return;
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1440, height: 900 } });
    afterTest(() => context.close());
    const file = await context.newPage();
    const problems = watch(file, "file://");
    await file.goto(`file://${path}`);
    await file.locator(".row-lost", { hasText: "top_k" }).waitFor();
    await file.keyboard.press("2");
    await file.getByText("Client declared").waitFor();
    expect(await file.getByRole("button", { name: "pause" }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  inBrowser("exported as JSONL, with its session, and imported again", async () => {
    const { page } = await openSample();
    const { path } = await saved(page, "The session as JSONL");
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([sampleExchange({ seq: 2 }), sampleExchange()]);
    await page.keyboard.press("Escape");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "x.jsonl", mimeType: "application/x-ndjson", buffer: readFileSync(path) });
    await page.waitForURL(/imported-req-2/);
    await page.getByText("imported").first().waitFor();
  });

  inBrowser("saved as a Rosetta case, which holds as those in cases/ do", async () => {
    const { page } = await openSample();
    const { path } = await saved(page, "A Rosetta case");
    const folder = unpacked(path, "cases/requests/req-1/");
    const { requests } = concepts;
    const each = readConversationCase("requests", "req-1", pathToFileURL(folder));
    expect([...each.files.keys()].toSorted()).toEqual(requests.dialects.toSorted());
    expect(each.files.get("anthropic")).toHaveProperty("top_k", 40);
    expect(each.losses["openai-responses"]).toContainEqual({ feature: "top_k", path: "/top_k", action: "dropped" });
    for (const to of requests.dialects.filter((dialect) => dialect !== each.source)) {
      const file = each.files.get("anthropic") as Json;
      const { value, losses } = requests.translate(file, { from: each.source, to }, each);
      expect(value, to).toStrictEqual(each.files.get(to));
      expect(reportedLosses(losses), to).toEqual(each.losses[to] ?? []);
      expect(requests.violations(each.files.get(to) as Json, to, each), to).toEqual([]);
    }
  });
});

/** A folder of a tar archive, written to a temporary one. */
function unpacked(archive: string, folder: string): string {
  const root = dirname(archive);
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of filesOf(readFileSync(archive))) writeFileSync(join(root, name), text);
  return `${join(root, folder)}`;
}

/** The files of a tar archive, read by its specification and not by the writer. */
function filesOf(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; archive[at] !== 0; ) {
    const text = (start: number, end: number) => archive.toString("latin1", at + start, at + end).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 136), 8);
    const header = archive.subarray(at, at + 512);
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    expect(Number.parseInt(text(148, 156), 8)).toBe(sum);
    files.set(text(0, 100), archive.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
