import { describe, expect } from "vitest";
import { startGateway } from "../../gateway/test/support/gateway.ts";
import { CLAUDE_REQUEST } from "./support/conversation.ts";
import { inBrowser, openAddress } from "./support/page.ts";

describe("a real gateway", () => {
  inBrowser("shows its traffic as it happens", async () => {
    const gateway = await startGateway({ providers: { openai: { dialect: "openai-responses", baseUrl: "sim:" } } });
    const page = await openAddress(gateway.url);
    await page.getByText("No traffic yet").waitFor();
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "canary-key", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ ...(CLAUDE_REQUEST as object), model: "openai/tools" }),
    });
    expect(await response.text()).toContain("message_stop");
    await page.locator(".turn-row").click();
    await page.locator(".pane-request .row").first().waitFor();
    await page.locator(".pane-response .row").first().waitFor();
    for (const tab of ["tools", "stream", "attempts", "cache", "raw"]) {
      await page.getByRole("link", { name: new RegExp(`^${tab}`, "i") }).click();
      await page.locator(`.tab-${tab} > *`).first().waitFor();
    }
    await page.getByRole("link", { name: "Start" }).click();
    await page.locator(".lead").waitFor();
    expect(await page.content()).not.toContain("canary-key");
  });
});
