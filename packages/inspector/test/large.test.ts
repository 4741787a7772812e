import { describe, expect } from "vitest";
import { RESPONSES_STREAM } from "./support/conversation.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

describe("much of everything", () => {
  inBrowser("10,000 exchanges are listed, filtered and scrolled through", async () => {
    const gateway = (await startFakeGateway()).add(...sampleTraffic(10_000));
    const { page } = await openPage({ gateway });
    await page.getByText("10,000 exchanges").waitFor();
    expect(await page.locator(".turn-row").count()).toBeLessThan(60);
    await page.evaluate(`document.querySelector(".traffic-list").scrollTop = 1e9`);
    await page.locator('[data-id="req-1"]').waitFor();
    await page.getByLabel("Filter the traffic").fill("req-77 alice");
    await page.getByText("56 exchanges").waitFor();
    gateway.tell(sampleExchange({ seq: 20_000, summary: { excerpt: "req-77 of alice" } }));
    await page.getByText("57 exchanges").waitFor();
  });

  inBrowser("a body of 32 MiB is shown", async () => {
    const image = "A".repeat(32 * 1024 * 1024);
    const source = { type: "base64", media_type: "image/png", data: image };
    const messages = [
      {
        role: "user",
        content: [
          { type: "image", source },
          { type: "text", text: "What is it?" },
        ],
      },
    ];
    const gateway = (await startFakeGateway()).add(
      sampleExchange({ request: { model: "claude-opus-5-5", max_tokens: 10, messages } }),
    );
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1" });
    await page.locator(".row", { hasText: "What is it?" }).waitFor({ timeout: 60_000 });
    await page.locator(".row", { hasText: "image" }).first().click();
    await page.getByText("more characters").first().waitFor();
    await page.keyboard.press("6");
    await page.locator(".line", { hasText: '"media_type": "image/png"' }).waitFor();
  });

  inBrowser("a stream of 20,000 chunks is shown", async () => {
    const [start = "", item = "", part = "", delta = ""] = RESPONSES_STREAM;
    const rest = RESPONSES_STREAM.slice(10);
    const frames = [start, item, part, ...Array.from({ length: 20_000 }, () => delta), ...rest];
    const gateway = (await startFakeGateway()).add(sampleExchange({ frames }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/stream" });
    await page
      .getByText(/20,0\d\d events/)
      .first()
      .waitFor({ timeout: 60_000 });
    expect(await page.locator(".frame").count()).toBeLessThan(200);
    await page.getByLabel("Time").fill("1000");
    await page
      .getByText(/^[\d]+ of 200\d\d$/)
      .first()
      .waitFor();
  });
});
