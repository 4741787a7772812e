import { describe, expect } from "vitest";
import { byExtent } from "../../../test/support/extent.ts";
import { RESPONSES_STREAM } from "./support/conversation.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

const EXCHANGES = byExtent({ quick: 2000, sample: 10_000, all: 10_000 });
const BODY_MIB = byExtent({ quick: 4, sample: 32, all: 32 });
const CHUNKS = byExtent({ quick: 4000, sample: 20_000, all: 20_000 });

describe("much of everything", () => {
  inBrowser("many exchanges are listed, filtered and scrolled through", async () => {
    const traffic = sampleTraffic(EXCHANGES);
    const ofAlice = traffic.filter(
      ({ detail: { summary } }) => summary.id.startsWith("req-77") && summary.key === "alice",
    );
    const gateway = (await startFakeGateway()).add(...traffic);
    const { page } = await openPage({ gateway });
    await page.getByText(`${EXCHANGES.toLocaleString("en-US")} exchanges`).waitFor();
    expect(await page.locator(".turn-row").count()).toBeLessThan(60);
    await page.evaluate(`document.querySelector(".traffic-list").scrollTop = 1e9`);
    await page.locator('[data-id="req-1"]').waitFor();
    await page.getByLabel("Filter the traffic").fill("req-77 alice");
    await page.getByText(`${ofAlice.length} exchanges`).waitFor();
    gateway.tell(sampleExchange({ seq: 20_000, summary: { excerpt: "req-77 of alice" } }));
    await page.getByText(`${ofAlice.length + 1} exchanges`).waitFor();
  });

  inBrowser("a body of many megabytes is shown", async () => {
    const image = "A".repeat(BODY_MIB * 1024 * 1024);
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

  inBrowser("a stream of many chunks is shown", async () => {
    const [start = "", item = "", part = "", delta = ""] = RESPONSES_STREAM;
    const rest = RESPONSES_STREAM.slice(10);
    const frames = [start, item, part, ...Array.from({ length: CHUNKS }, () => delta), ...rest];
    const gateway = (await startFakeGateway()).add(sampleExchange({ frames }));
    const { page } = await openPage({ gateway, hash: "#/exchange/req-1/stream" });
    await page
      .getByText(new RegExp(`${CHUNKS / 1000},0\\d\\d events`))
      .first()
      .waitFor({ timeout: 60_000 });
    expect(await page.locator(".frame").count()).toBeLessThan(200);
    await page.getByLabel("Time").fill("1000");
    await page
      .getByText(new RegExp(`^[\\d]+ of ${CHUNKS / 1000}0\\d\\d$`))
      .first()
      .waitFor();
  });
});
